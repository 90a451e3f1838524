import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public final class CustomerSignature {
    private CustomerSignature() {}

    /** Signs without a time where signedAt is null. */
    public static String sign(String customerId, String secret, Long signedAt) throws GeneralSecurityException {
        if (customerId.isEmpty() || secret.isEmpty())
            throw new IllegalArgumentException("customerId and secret must not be empty");
        String text = signedAt == null ? customerId : customerId + "." + signedAt;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
        return HexFormat.of().formatHex(mac.doFinal(text.getBytes(UTF_8)));
    }
}
