require "openssl"

def sign_customer_id(customer_id, secret, signed_at = nil)
  raise ArgumentError, "customer_id and secret must not be empty" if customer_id.empty? || secret.empty?

  text = signed_at.nil? ? customer_id : "#{customer_id}.#{signed_at}"
  OpenSSL::HMAC.hexdigest("SHA256", secret, text)
end
