import hashlib
import hmac
import re


def sign_customer_id(customer_id: str, secret: str, signed_at: int | None = None) -> str:
    if customer_id == "" or secret == "":
        raise ValueError("customer_id and secret must not be empty")
    # Without a time, this id would have the same signature as another customer's id with that time.
    if signed_at is None and re.search(r"\.[0-9]{9,11}\Z", customer_id):
        raise ValueError("signed_at is needed")
    text = customer_id if signed_at is None else f"{customer_id}.{signed_at}"
    return hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()
