"""Scenarios of the Python SDK against a real server: reads its input as JSON, and prints what happened as JSON.

Each scenario runs with the synchronous and with the asynchronous client.
"""

import asyncio
import dataclasses
import inspect
import json
import os
import re
import sys

import florin
from florin import _core
from florin import ApiError, FlorinError, WebhookVerificationError

given = json.load(sys.stdin)
PAYMENT = given["payment"]
scenarios = []


def scenario(run):
    scenarios.append(run)
    return run


async def value(result):
    return await result if inspect.isawaitable(result) else result


async def entries(listing):
    if hasattr(listing, "__aiter__"):
        return [entry async for entry in listing]
    return list(listing)


async def failure(call):
    """What an `except` clause sees."""
    try:
        await value(call())
    except ApiError as error:
        return {
            "class": type(error).__name__,
            "code": error.code,
            "status": error.status,
            "fields": [fault.field for fault in error.faults],
            "details": dict(error.details),
            "has_doc_url": error.doc_url is not None and error.doc_url.endswith(f"#{error.code}"),
            "has_request_id": (error.request_id or "").startswith("req_"),
            "names_the_key": given["api_key"] in f"{error} {error!r}",
        }
    except FlorinError as error:
        return {"class": type(error).__name__}
    except ValueError:
        return {"class": "unsent"}
    return None


class Shop:
    """A client and what its hooks have seen."""

    def __init__(self, mode, **settings):
        self.mode = mode
        self.attempts = []
        self.sent = []
        hooks = florin.Hooks(on_request=self.sent.append, on_response=self.attempts.append)
        make = florin.Florin if mode == "sync" else florin.AsyncFlorin
        settings = {"api_key": given["api_key"], "base_url": given["base_url"], **settings}
        self.api = make(hooks=hooks, **settings)

    def id(self, name):
        return f"{name}_{self.mode}"

    def pay(self, **more):
        return value(self.api.payments.create({**PAYMENT, "confirm": True, **more}))


@scenario
async def create_and_confirm(shop):
    unconfirmed = {**PAYMENT, "confirm": False, "payment_id": shop.id("unconfirmed")}
    created = await value(shop.api.payments.create(unconfirmed))
    confirmed = await value(shop.api.payments.confirm(created["payment_id"]))
    read = await value(shop.api.payments.retrieve(created["payment_id"]))
    return [created["status"], confirmed["status"], read["status"]]


@scenario
async def capture(shop):
    held = await shop.pay(capture_method="manual")
    captured = await value(shop.api.payments.capture(held["payment_id"], {"amount_to_capture": 600}))
    return [held["status"], captured["status"], captured["amount_received"]]


@scenario
async def refund(shop):
    paid = await shop.pay()
    refund = await value(shop.api.refunds.create({"payment_id": paid["payment_id"], "amount": 400}))
    after = await value(shop.api.payments.retrieve(paid["payment_id"]))
    return [refund["status"], refund["amount"], after["amount_refunded"]]


@scenario
async def decline(shop):
    declined = await shop.pay(**given["declined"])
    return [declined["status"], declined["unified_code"]]


@scenario
async def paging(shop):
    customer_id = shop.id("paging")
    await value(shop.api.customers.create({"customer_id": customer_id}))
    created = []
    for _ in range(25):
        payment = await shop.pay(customer_id=customer_id, confirm=False)
        created.insert(0, payment["payment_id"])
    filters = {"customer_id": customer_id, "limit": 10}
    shop.attempts.clear()
    listed = await entries(shop.api.payments.list(filters))
    requests = len(shop.attempts)
    searched = await entries(shop.api.payments.search(filters))
    first = await value(shop.api.payments.list(filters))
    second = await value(first.next_page())
    back = await value(shop.api.payments.list({**filters, "ending_before": created[20]}))
    earlier = await value(back.next_page())
    newer = await entries(shop.api.payments.list({**filters, "ending_before": created[20]}))
    return {
        "listed": [entry["payment_id"] for entry in listed] == created,
        "searched": [entry["payment_id"] for entry in searched] == created,
        "requests": requests,
        "first": [len(first), first.has_more, first.total_count],
        "second": [entry["payment_id"] for entry in second.data] == created[10:20],
        "backwards": [entry["payment_id"] for entry in [*earlier.data, *back.data]] == created[:20],
        "towards_newest": [entry["payment_id"] for entry in newer] == created[:20][::-1],
    }


@scenario
async def paging_an_array(shop):
    for name in range(3):
        await value(shop.api.profiles.create(given["merchant_id"], {"profile_name": f"{shop.id('array')}_{name}"}))
    whole = await entries(shop.api.profiles.list(given["merchant_id"]))
    shop.attempts.clear()
    by_two = await entries(shop.api.profiles.list(given["merchant_id"], {"limit": 2}))
    ids = [profile["profile_id"] for profile in by_two]
    return [ids == [profile["profile_id"] for profile in whole], len(set(ids)) == len(ids), len(shop.attempts) > 1]


@scenario
async def not_found(shop):
    return await failure(lambda: shop.api.payments.retrieve("pay_missing"))


@scenario
async def duplicate(shop):
    customer = {"customer_id": shop.id("duplicate")}
    await value(shop.api.customers.create(customer))
    error = await failure(lambda: shop.api.customers.create(customer))
    existing_id = error["details"]["existing_id"].removesuffix(f"_{shop.mode}")
    return {**error, "details": {"existing_id": existing_id}}


@scenario
async def all_faults(shop):
    return await failure(lambda: shop.api.payments.create({"amount": -1, "currency": "euro", "descripton": "x"}))


@scenario
async def wrong_key(shop):
    stranger = Shop(shop.mode, api_key="snd_wrong")
    return await failure(stranger.api.payments.list)


async def counted(shop, customer_id):
    return len(await entries(shop.api.payments.list({"customer_id": customer_id})))


async def with_fault(shop, name, **options):
    customer_id = shop.id(name)
    await value(shop.api.customers.create({"customer_id": customer_id}))
    through = Shop(shop.mode, base_url=given["proxy_url"])
    headers = {"X-Test-Fault": f"{name} {shop.mode}"}
    body = {**PAYMENT, "confirm": True, "customer_id": customer_id}
    return through, customer_id, lambda **more: value(
        through.api.payments.create(body, headers=headers, **options, **more)
    )


@scenario
async def dropped_connection(shop):
    through, customer_id, pay = await with_fault(shop, "drop")
    paid = await pay()
    keys = {attempt.idempotency_key for attempt in through.attempts}
    statuses = [attempt.status for attempt in through.attempts]
    return [paid["status"], statuses, len(keys), await counted(shop, customer_id)]


@scenario
async def rate_limited(shop):
    through, customer_id, pay = await with_fault(shop, "429")
    paid = await pay()
    first, second = through.attempts
    waited = first.retry_in >= 1
    return [paid["status"], first.status, waited, second.status, await counted(shop, customer_id)]


@scenario
async def server_error(shop):
    through, customer_id, pay = await with_fault(shop, "503")
    paid = await pay()
    return [paid["status"], [each.status for each in through.attempts], await counted(shop, customer_id)]


@scenario
async def timeout(shop):
    through, customer_id, pay = await with_fault(shop, "hang", timeout=0.4, max_retries=0)
    key = None
    try:
        await pay()
    except florin.TimeoutError as error:
        key = error.idempotency_key
    paid = await pay(idempotency_key=key)
    return [key is not None, paid["status"], len(through.attempts), await counted(shop, customer_id)]


@scenario
async def no_retries_of_refusals(shop):
    await failure(lambda: shop.api.payments.retrieve("pay_missing"))
    await failure(lambda: shop.api.payments.create({}))
    return [attempt.status for attempt in shop.attempts]


@scenario
async def options(shop):
    headers = {"X-Trace": "1", "user-agent": "mine"}
    profiles = await value(shop.api.profiles.list(given["merchant_id"]))
    profile_id = profiles.data[0]["profile_id"]
    plans = await entries(shop.api.plans.list(profile_id=profile_id, headers=headers))
    [sent] = shop.sent[-1:]
    unknown = await failure(lambda: shop.api.balances.retrieve(api_version="2000-01-01"))
    lower = {name.lower(): text for name, text in sent.headers.items()}
    return {
        "plans": plans,
        "profile": lower["x-profile-id"] == profile_id,
        "own": [lower["x-trace"], lower["user-agent"]],
        "path": [sent.operation, sent.path],
        "version": unknown["fields"],
        "hooks_see_the_key": given["api_key"] in repr([*shop.sent, *shop.attempts]),
    }


@scenario
async def user_agent(shop):
    await value(shop.api.balances.retrieve())
    return shop.sent[-1].headers["User-Agent"].split(" ")[0] == f"florin-python/{florin.__version__}"


@scenario
async def files(shop):
    content = given["png"].encode("latin-1")
    body = {"purpose": "dispute_evidence", "file": ("receipt.png", content, "image/png")}
    uploaded = await value(shop.api.files.upload(body))
    downloaded = await value(shop.api.files.download(uploaded["file_id"]))
    return [uploaded["file_name"], downloaded == content or downloaded[:8] == content[:8]]


@scenario
async def tables(shop):
    table = await value(shop.api.analytics.payments_csv("merchant", given["analytics"]))
    return re.match(r"\w+(,\w+)+\r?\n", table) is not None


@scenario
async def odd_ids(shop):
    return [
        (await failure(lambda: shop.api.payments.retrieve(odd)))["class"]
        for odd in ["..", ".", "", "../customers/list", "a/b?c#d", "ä\n"]
    ]


@scenario
async def environment(shop):
    os.environ.update(FLORIN_API_KEY=given["api_key"], FLORIN_BASE_URL=f"{given['base_url']}/")
    try:
        make = florin.Florin if shop.mode == "sync" else florin.AsyncFlorin
        health = await value(make().health.check())
    finally:
        del os.environ["FLORIN_API_KEY"], os.environ["FLORIN_BASE_URL"]
    return [health["merchant_id"] == given["merchant_id"], (await failure(lambda: make()))["class"]]


@scenario
async def every_operation(shop):
    answers = {}
    for operation in given["operations"]:
        resource, verb = operation["name"].split(".")
        method = getattr(getattr(shop.api, resource), verb)
        inputs = [] if operation["input"] is None else [operation["input"]]
        if operation["file"]:
            inputs[0] = {**inputs[0], operation["file"]: ("a.png", given["png"].encode("latin-1"), "image/png")}
        seen = len(shop.attempts)
        error = await failure(lambda: method(*operation["ids"], *inputs, profile_id="pro_missing", max_retries=0))
        attempts = shop.attempts[seen:]
        sent = [f"{attempt.method} {attempt.path}" for attempt in attempts]
        answers[operation["name"]] = {"sent": sent, "code": error and (error.get("code") or error["class"])}
    return answers


def verified(case):
    body = case["body"].encode()
    secrets = case["secrets"][0] if len(case["secrets"]) == 1 else case["secrets"]
    try:
        options = {name: case[name] for name in case if name == "tolerance"}
        event = florin.webhooks.verify(body, case["headers"], secrets, **options)
        return event["event_type"]
    except WebhookVerificationError:
        return "refused"


def waits():
    """Seconds until a retry, at random below a bound, without a server."""
    operation = _core.Operation("a.b", "POST", "/a")
    once = dataclasses.replace(operation, is_replayable=False)
    delays = lambda status, headers, op=operation, attempt=1: [
        _core.next_delay(op, _core.httpx.Response(status, headers=headers), attempt, 5) for _ in range(200)
    ]
    within = lambda found, low, high: all(each is not None and low <= each <= high for each in found)
    backoff = delays(503, {}, attempt=3)
    return {
        "jitter": [within(backoff, 0, 2), max(backoff) - min(backoff) > 0.5],
        "bounded": within(delays(503, {}, attempt=5), 0, 8),
        "retry_after": within(delays(429, {"Retry-After": "7"}), 7, 7.5)
        and within(delays(429, {"X-RateLimit-Reset": "1007", "Date": "Thu, 01 Jan 1970 00:16:40 GMT"}), 7, 7.5)
        and within(delays(503, {"Retry-After": "Thu, 01 Jan 1970 00:16:47 GMT", "Date": "Thu, 01 Jan 1970 00:16:40 GMT"}), 7, 7.5),
        "too_long": set(delays(429, {"Retry-After": "3600"})),
        "not_replayable": set(delays(503, {}, once)),
        "refused_before": within(delays(429, {}, once), 0, 0.5),
    }


async def main():
    results = {}
    for run in scenarios:
        for mode in ["sync", "async"]:
            shop = Shop(mode)
            results.setdefault(run.__name__, {})[mode] = await attempted(run, shop)
            await value(shop.api.close())
    results["webhooks"] = [verified(case) for case in given["webhooks"]]
    results["waits"] = waits()
    results["settings_name_the_key"] = given["api_key"] in repr(vars(shop.api.payments._transport))
    json.dump(results, sys.stdout, default=list)


async def attempted(run, shop):
    try:
        return await run(shop)
    except Exception as error:
        return {"raised": f"{type(error).__name__}: {error}"}


asyncio.run(main())
