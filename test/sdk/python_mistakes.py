"""Each line that ends with `# mistake` is one that a type checker must find; all others are right."""

from typing_extensions import assert_type

from florin import AsyncFlorin, Florin, Page, webhooks
from florin.types import Payment, PaymentCreate

florin = Florin()

payment = florin.payments.create({"amount": 1000, "currency": "EUR"}, idempotency_key="order-1", timeout=5)
assert_type(payment, Payment)
assert_type(florin.payments.list({"limit": 10}), Page[Payment])
assert_type([each for each in florin.payments.list()], list[Payment])
florin.payments.create({"amount": 1000})  # mistake
florin.payments.create({"amount": "1000", "currency": "EUR"})  # mistake
florin.payments.create({"amount": 1000, "currency": "EUR", "descripton": "One book"})  # mistake
florin.payments.create({"amount": 1000, "currency": "EUR"}, idempotency="order-1")  # mistake
florin.payments.capture()  # mistake
florin.payments.charge("pay_1")  # mistake
payment["amont"]  # mistake
if payment["status"] == "succeeded":
    print(payment["amount"] + 1)
order: PaymentCreate = {"amount": 1000, "currency": "EUR", "capture_method": "later"}  # mistake

event = webhooks.verify(b"{}", {}, ["new", "old"])
if event["event_type"] == "refund_succeeded":
    print(event["content"]["object"]["refund_id"])
    print(event["content"]["object"]["payout_id"])  # mistake


async def asynchronous() -> None:
    async with AsyncFlorin() as florin:
        assert_type(await florin.payments.retrieve("pay_1"), Payment)
        assert_type((await florin.payments.list()).data, list[Payment])
        async for each in florin.payments.list():
            assert_type(each, Payment)
        for each in florin.payments.list():  # mistake
            pass
