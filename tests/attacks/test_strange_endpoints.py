"""A stranger's endpoint wants to hold us up, to fill the memory, to draw on the terminal, or to be led elsewhere.

An address can be a typo, a captive portal, a proxy gone wrong, or somebody who means harm. Whatever answers there: a
request ends within its time-out, in one line that can be shown to a person, and with exit status 4; what was asked,
with its screens and key, goes to no other address. Real client, real HTTP on loopback.
"""

import gzip
import json
import re
import zlib

import pytest
from endpoint import Endpoint, completion, error
from model_clients import HELLO, KEY, model_at, model_error
from raw_endpoint import OK, RawEndpoint, drip, endless, http
from run_command import run_at
from tables import cases

from appagent.doctor import endpoint
from appagent.models.base import LONGEST_REPLY
from appagent.settings import Settings

pytestmark = pytest.mark.slow

held, param = pytest.mark.held, pytest.param

TIMEOUT_S = 0.6
DEEP = b"[" * 100_000
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
BAD = b"HTTP/1.1 400 No\r\n"
NESTED = b"[" * 900 + b"]" * 900
SAID = b'{"choices": [{"message": {"content": "finish()"}}]}'


def gzipped(times: int) -> bytes:
    """200 MB of blanks, packed so many times."""
    packer = zlib.compressobj(wbits=31)
    data = b"".join(packer.compress(b" " * 1_000_000) for _ in range(200)) + packer.flush()
    for _ in range(times - 1):
        data = gzip.compress(data)
    return data


def first(*parts):
    """The parts, then the last one for ever."""
    yield from parts[:-1]
    yield from endless(parts[-1])


# What comes instead of a reply; each ends in one line, within the time-out.

HELD_UP = [
    param(lambda: drip(b"HTTP/1.1 200 " + b"O" * 500), id="a status line that drips"),
    param(lambda: drip(OK + b"X-Padding: drip\r\n" * 50), id="headers that drip"),
    param(lambda: drip(OK + b"Content-Length: 900\r\n\r\n" + b" " * 900, 0.01), id="a body that drips"),
    param(lambda: drip(CHUNKED + b"1\r\n \r\n" * 200, 0.01), id="chunks that drip"),
    param(lambda: endless(b"HTTP/1.1 100 Continue\r\n\r\n" * 20), id="`wait a little`, for ever"),
    param(lambda: drip(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 20), id="hints that drip"),
    param(lambda: first(OK + b"Content-Length: 1000000000000000000\r\n\r\n", b""), id="a quintillion bytes promised"),
    param(lambda: drip(BAD + b"Content-Length: 900\r\n\r\n" + b"x" * 900, 0.01), id="an error that drips"),
]
TOO_MUCH = [
    param(lambda: http(SAID.replace(b"finish()", b"a " * 4_500_000)), id="9 MB of words"),
    param(lambda: first(CHUNKED, b"10000\r\n" + b" " * 0x10000 + b"\r\n"), id="blanks without end"),
    param(lambda: http(gzipped(1), "Content-Encoding: gzip"), id="200 MB of blanks, packed"),
    param(lambda: http(gzipped(3), "Content-Encoding: gzip, gzip, gzip"), id="packed three times"),
]
DEEPLY = "nested too deeply"
BROKE = "broke the connection"
NONSENSE = [
    param(lambda: http(DEEP), DEEPLY, id="lists in lists, 100,000 deep"),
    param(lambda: http(b'{"choices":' * 100_000), DEEPLY, id="objects in objects, 100,000 deep"),
    param(lambda: http(SAID.replace(b'"finish()"', DEEP)), DEEPLY, id="words in lists, 100,000 deep"),
    param(lambda: http(b"\x1f\x8b no gzip", "Content-Encoding: gzip"), "sent no reply", id="packed and damaged"),
    param(lambda: http(b'{"error": ' + NESTED + b"}"), "sent no reply", marks=held, id="an error in lists, 900 deep"),
    param(lambda: http(b'{"choices": ' + NESTED + b"}"), "no choices", marks=held, id="choices in lists, 900 deep"),
    param(lambda: http(b'{"choices": ' + b"9" * 5000), "no JSON", marks=held, id="a number of 5,000 digits"),
    param(lambda: [bytes(range(256)) * 40], BROKE, marks=held, id="bytes that are no HTTP"),
    param(lambda: [OK + b"X-A: b\r\n" * 100_000], BROKE, marks=held, id="100,000 headers"),
    param(lambda: first(OK + b"X-A: ", b"b" * 9999), BROKE, marks=held, id="a header without end"),
    param(lambda: [CHUNKED + b"zz\r\n\r\n"], BROKE, marks=held, id="chunks of no size"),
    param(lambda: http(b'{"error": ' + DEEP, status="400 No"), "refused", marks=held, id="an error 100,000 deep"),
]


def in_vain(served, **options) -> str:
    """Ask, and return what the person is told. That it comes in time the tests' own time-out holds."""
    told = model_error(served, **options)
    assert len(told) < 600
    return told


@pytest.mark.parametrize("reply", HELD_UP)
def test_who_begins_an_answer_and_does_not_end_it_is_left_at_the_time_out(reply):
    with RawEndpoint(reply) as served:
        assert f"did not answer within {TIMEOUT_S} s" in in_vain(served, timeout_s=TIMEOUT_S)
    assert len(served.requests) == 1


@pytest.mark.parametrize("reply", TOO_MUCH)
def test_more_than_any_reply_has_is_not_read(reply):
    with RawEndpoint(reply) as served:
        assert re.search("more than 2,000,000 bytes|packed more than once", in_vain(served))
    assert len(served.requests) == 1


@pytest.mark.parametrize(("reply", "says"), NONSENSE)
def test_what_is_no_reply_ends_in_one_line(reply, says):
    with RawEndpoint(reply) as served:
        assert says in in_vain(served, request_retries=0)


@pytest.mark.parametrize("status", ["400 No", "500 Oh"])
def test_an_error_without_end_is_read_as_far_as_it_is_of_use(status):
    head = f"HTTP/1.1 {status}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
    with RawEndpoint(lambda: first(head, b"10000\r\n" + b"no! " * 0x4000 + b"\r\n")) as served:
        assert "no! no!" in in_vain(served, request_retries=0)


@cases("charset", ["zlib", "hex", "idna"])
def test_an_error_in_a_charset_that_is_none_is_read_as_text(charset):
    with RawEndpoint(lambda: http(b"no!", f"Content-Type: text/plain; charset={charset}", status="400 No")) as served:
        assert "(400: no!)" in in_vain(served)


@cases(
    "message",
    [
        {"content": {"text": "finish()"}},
        {"content": [{"text": [{"text": [{"text": "finish()"}]}]}, 7, None]},
        {"content": 10**400},
        {"content": None, "refusal": ["no"]},
        {"content": None, "reasoning": {"a": 1}},
        ["finish()"],
        "finish()",
    ],
)
def test_a_message_of_wrong_types_says_nothing(message):
    with Endpoint(lambda request: {"choices": [{"message": message, "finish_reason": [1]}], "model": {}}) as served:
        reply = model_at(served).ask(HELLO, purpose="act")
    assert (reply.text, reply.finish_reason, reply.model) == ("", "stop", "small")


@held
@cases("choices", [{}, {"0": {"message": {}}}, [], [[]], "a", 1, None])
def test_choices_of_a_wrong_type_are_none(choices):
    with Endpoint(lambda request: {"choices": choices}) as served:
        assert "no choices" in in_vain(served, request_retries=0)


def test_a_long_reply_is_cut_before_anybody_reads_it():
    with Endpoint(lambda request: completion("tap(1) " * 200_000, request, reasoning="hm " * 90_000)) as served:
        reply = model_at(served).ask(HELLO, purpose="act")
    assert (len(reply.text), len(reply.think), reply.finish_reason) == (LONGEST_REPLY, LONGEST_REPLY, "length")


def test_half_a_surrogate_pair_in_a_reply_can_be_written_down():
    with RawEndpoint(lambda: http(SAID.replace(b"finish", rb"\ud83d"))) as served:
        assert model_at(served).ask(HELLO, purpose="act").text == "?()"


# What it says to a person


@cases("status", [400, 404, 500])
def test_an_error_neither_draws_on_the_terminal_nor_has_lines_of_its_own(status):
    drawn = "\x1b[2J\x1b]0;title\x07 no\r\n\n\x9b1mOK\u202e\u2066 evil\u2028line\ud800"
    with Endpoint(lambda request: error(status, drawn), models=["\x1b[2Jmodel", "a\nb", "tiny"]) as served:
        told = in_vain(served, request_retries=0)
    assert told.isprintable()
    assert "no" in told


@cases(
    "after", ["1e308", "9" * 300, "Mon, 01 Jan 99999 00:00:00 GMT", param("Mon, 99 Foo 0 99:99:99 +9999", marks=held)]
)
def test_who_asks_to_wait_for_ages_is_not_waited_for(after):
    with Endpoint(lambda request: error(429, "later", Retry_After=after)) as served:
        assert "asks to wait 31536000 s" in (told := in_vain(served, request_retries=0)) or "limits the req" in told


@held
@cases("where", ["message", "header", "escaped", "model", "location"])
def test_a_key_that_is_sent_back_is_not_shown(where):
    escaped = "".join(f"\\u{ord(letter):04x}" for letter in KEY)
    answers = {
        "message": http(json.dumps({"error": {"message": f"Bearer {KEY}"}}).encode(), status="400 No"),
        "header": http(b"no", f"X-Key: {KEY}", f"Retry-After: {KEY}", status="400 No"),
        "escaped": http(f'{{"error": {{"message": "{escaped}"}}}}'.encode(), status="400 No"),
        "model": http(f'{{"error": "{escaped}", "model": "{KEY}"}}'.encode()),
        "location": http(b"", f"Location: http://elsewhere.example/{KEY}", status="307 There"),
    }
    with RawEndpoint(lambda: answers[where]) as served:
        assert KEY not in in_vain(served, request_retries=0)


def test_a_key_that_comes_back_escaped_in_a_reply_is_not_kept():
    escaped = "".join(f"\\u{ord(letter):04x}" for letter in KEY).encode()
    with RawEndpoint(lambda: http(SAID.replace(b"finish", escaped))) as served:
        assert model_at(served).ask(HELLO, purpose="act").text == "***()"


# Where it leads


@cases("status", ["301 A", "302 B", "303 C", "307 D", "308 E"])
@cases("host", ["127.0.0.1", "localhost", "[::1]", "me:you@127.0.0.1"])
def test_what_is_asked_is_not_taken_to_another_address(status, host):
    with RawEndpoint(lambda: http(SAID)) as other:
        location = f"Location: http://{host}:{other.port}/v1/chat/completions"
        with RawEndpoint(lambda: http(b"", location, status=status)) as served:
            told = in_vain(served)
    assert other.connections == 0, "the other address got nothing, not even a connection"
    assert f":{other.port}/v1/chat/completions" in told
    assert "set APPAGENT_BASE_URL to that address, if you trust it" in told
    assert len(served.requests) == 1


@cases(
    "location",
    [
        "//127.0.0.1:{}/v1",
        param("http:\\\\127.0.0.1:{}/v1", marks=held),
        "HTTP://127.0.0.1:{}",
        param("/\\127.0.0.1:{}", marks=held),
    ],
)
def test_no_spelling_of_another_address_gets_the_request(location):
    with RawEndpoint(lambda: http(SAID)) as other:
        target = location.format(other.port)
        with RawEndpoint(lambda: http(b"", f"Location: {target}", status="307 There")) as served:
            in_vain(served, request_retries=0)
    assert other.connections == 0


def test_a_loop_of_redirects_ends():
    with RawEndpoint(lambda: http(b"", "Location: /v1/chat/completions", status="307 Here")) as served:
        assert "more than 5 redirects" in in_vain(served)
    assert len(served.requests) == 6


@held
def test_a_redirect_within_the_address_is_followed_with_all_that_is_asked():
    replies = [http(b"", "Location: /v1/there", status="308 There"), http(SAID)]
    with RawEndpoint(lambda: replies.pop(0)) as served:
        assert model_at(served).ask(HELLO, purpose="act").text == "finish()"
    sent = [request.partition(b"\r\n\r\n") for request in served.requests]
    assert sent[1][0].startswith(b"POST /v1/there ")
    assert sent[0][2] == sent[1][2]


# The list of its models


LISTS = [
    param(http(b'{"data": [' + b'{"id": "m"},' * 150_000 + b'{"id": "m"}]}'), marks=held, id="150,000 models"),
    param(http(rb'{"data": [{"id": "\u001b[2Jsmall"}, {"id": "a\nb"}, {"id": ["x"]}]}'), id="names that draw"),
    param(http(b'{"data": ' + DEEP), id="lists 100,000 deep"),
    param(http(b'{"data": [{"id": "' + b"small" * 200_000 + b'"}]}'), id="a name of 1 MB"),
]


@cases("listed", LISTS)
def test_a_list_of_models_is_read_within_bounds(listed):
    replies = [http(b"no such model", status="404 No"), listed]
    with RawEndpoint(lambda: replies.pop(0)) as served:
        told = in_vain(served)
    assert "knows no such path or no model" in told or "has no model 'small'" in told
    assert told.isprintable()


def test_a_list_of_models_that_drips_or_leads_elsewhere_is_done_without():
    with RawEndpoint(lambda: http(SAID)) as other:
        for listed in (
            drip(OK + b"X-A: b\r\n" * 99),
            http(b"", f"Location: http://127.0.0.1:{other.port}/", status="302 There"),
        ):
            replies = [http(b"no such model", status="404 No"), listed]
            with RawEndpoint(lambda replies=replies: replies.pop(0)) as served:
                assert "no model 'small'" in model_error(served, timeout_s=2.0)
    assert other.connections == 0


@cases(
    "reply",
    [
        *HELD_UP[:2],
        param(lambda: http(rb'{"data": [{"id": "\u001b[2Jsmall"}]}'), id="names that draw"),
        param(lambda: http(b'{"data": ' + DEEP), id="lists 100,000 deep"),
        param(lambda: http(b"", "Location: http://a.example/", status="302 There"), marks=held, id="led away"),
    ],
)
def test_the_doctor_reads_such_a_list_within_bounds(reply):
    with RawEndpoint(reply) as served:
        settings = Settings(base_url=served.url, api_key=KEY, model="small", timeout_s=TIMEOUT_S)
        found = list(endpoint.examine_endpoint(settings, ask=False))
    assert all(f"{finding.said}{finding.mend}".isprintable() for finding in found)


# From the command line


@pytest.mark.parametrize(
    ("reply", "says"),
    [
        param(lambda: drip(OK + b"X-Padding: drip\r\n" * 500), "did not answer within 1 s", id="headers that drip"),
        param(lambda: http(DEEP), "nested too deeply", id="100,000 lists"),
        param(lambda: http(SAID[:-1] + b', "x": ' + DEEP), "nested too deeply", id="a reply and 100,000 lists"),
        param(lambda: first(CHUNKED, b"10000\r\n" + b" " * 0x10000 + b"\r\n"), "more than 2,000,000", id="no end"),
        param(lambda: http(b"\x1b[2J\n\x1b]0;title\x07" * 9, status="400 No"), "refused the request", id="drawings"),
        param(lambda: http(b"", "Location: http://a.example/", status="307 No"), "leads elsewhere", id="led away"),
        param(lambda: http(SAID[:-1] + b', "usage": {"prompt_tokens": 1e99}}'), "a count of more than", id="a count"),
    ],
)
def test_a_run_ends_in_one_line_with_status_4(tmp_path, reply, says):
    with RawEndpoint(reply) as served:
        patience = "1" if "within" in says else "60"
        done = run_at(served.url, tmp_path, APPAGENT_TIMEOUT_S=patience, APPAGENT_REPLY="text")
    assert done.status == 4
    assert says in done.result["reason"]
    assert done.result["reason"].isprintable()
    assert done.err.splitlines() == [f"appagent: {done.result['reason']}"]
