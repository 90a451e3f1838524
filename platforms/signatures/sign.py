import hashlib
import hmac


def sign_customer_id(customer_id: str, secret: str, signed_at: int | None = None) -> str:
    if customer_id == "" or secret == "":
        raise ValueError("customer_id and secret must not be empty")
    text = customer_id if signed_at is None else f"{customer_id}.{signed_at}"
    return hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()
