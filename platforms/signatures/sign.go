package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
)

// SignCustomerID signs without a time where signedAt is 0.
func SignCustomerID(customerID, secret string, signedAt int64) (string, error) {
	if customerID == "" || secret == "" {
		return "", errors.New("customerID and secret must not be empty")
	}
	text := customerID
	if signedAt != 0 {
		text += "." + strconv.FormatInt(signedAt, 10)
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(text))
	return hex.EncodeToString(mac.Sum(nil)), nil
}
