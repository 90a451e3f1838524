using System;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

public static class CustomerSignature
{
    // Throws for half a character, which has no UTF-8 form.
    private static readonly Encoding Utf8 = new UTF8Encoding(false, throwOnInvalidBytes: true);

    public static string Sign(string customerId, string secret, long? signedAt = null)
    {
        if (customerId == "" || secret == "")
            throw new ArgumentException("customerId and secret must not be empty");
        // Without a time, this id would have the same signature as another customer's id with that time.
        if (signedAt is null && Regex.IsMatch(customerId, @"\.[0-9]{9,11}\z"))
            throw new ArgumentException("signedAt is needed");
        var text = signedAt is null ? customerId : $"{customerId}.{signedAt}";
        var digest = HMACSHA256.HashData(Utf8.GetBytes(secret), Utf8.GetBytes(text));
        return Convert.ToHexString(digest).ToLowerInvariant();
    }
}
