require "openssl"

def sign_customer_id(customer_id, secret, signed_at = nil)
  raise ArgumentError, "customer_id and secret must not be empty" if customer_id.empty? || secret.empty?
  raise ArgumentError, "customer_id must be UTF-8" unless customer_id.valid_encoding?
  # Without a time, this id would have the same signature as another customer's id with that time.
  raise ArgumentError, "signed_at is needed" if signed_at.nil? && customer_id.match?(/\.[0-9]{9,11}\z/)

  text = signed_at.nil? ? customer_id : "#{customer_id}.#{signed_at}"
  OpenSSL::HMAC.hexdigest("SHA256", secret, text)
end
