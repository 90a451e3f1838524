import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public final class CustomerSignature {
    private static final Pattern TIMED = Pattern.compile("\\.[0-9]{9,11}\\z");

    private CustomerSignature() {}

    /** Signs without a time where signedAt is null. */
    public static String sign(String customerId, String secret, Long signedAt) throws GeneralSecurityException {
        if (customerId.isEmpty() || secret.isEmpty())
            throw new IllegalArgumentException("customerId and secret must not be empty");
        // Without a time, this id would have the same signature as another customer's id with that time.
        if (signedAt == null && TIMED.matcher(customerId).find())
            throw new IllegalArgumentException("signedAt is needed");
        String text = signedAt == null ? customerId : customerId + "." + signedAt;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(bytes(secret), "HmacSHA256"));
        return HexFormat.of().formatHex(mac.doFinal(bytes(text)));
    }

    /** Unlike getBytes, refuses half a character, which has no UTF-8 form. */
    private static byte[] bytes(String text) {
        try {
            ByteBuffer encoded = UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException error) {
            throw new IllegalArgumentException("invalid Unicode", error);
        }
    }
}
