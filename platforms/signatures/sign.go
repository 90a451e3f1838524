package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"regexp"
	"strconv"
	"unicode/utf8"
)

var timed = regexp.MustCompile(`\.[0-9]{9,11}$`)

// SignCustomerID signs without a time where signedAt is 0.
func SignCustomerID(customerID, secret string, signedAt int64) (string, error) {
	if customerID == "" || secret == "" {
		return "", errors.New("customerID and secret must not be empty")
	}
	if !utf8.ValidString(customerID) {
		return "", errors.New("customerID must be UTF-8")
	}
	// Without a time, this id would have the same signature as another customer's id with that time.
	if signedAt == 0 && timed.MatchString(customerID) {
		return "", errors.New("signedAt is needed")
	}
	text := customerID
	if signedAt != 0 {
		text += "." + strconv.FormatInt(signedAt, 10)
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(text))
	return hex.EncodeToString(mac.Sum(nil)), nil
}
