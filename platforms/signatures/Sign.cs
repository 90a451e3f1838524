using System;
using System.Security.Cryptography;
using System.Text;

public static class CustomerSignature
{
    public static string Sign(string customerId, string secret, long? signedAt = null)
    {
        if (customerId == "" || secret == "")
            throw new ArgumentException("customerId and secret must not be empty");
        var text = signedAt is null ? customerId : $"{customerId}.{signedAt}";
        var digest = HMACSHA256.HashData(Encoding.UTF8.GetBytes(secret), Encoding.UTF8.GetBytes(text));
        return Convert.ToHexString(digest).ToLowerInvariant();
    }
}
