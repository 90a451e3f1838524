import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A certificate for this machine. A browser trusts it by the digest of its public key, and then stores files of its server as of any other. */
export interface Certificate {
  readonly key: Buffer;
  readonly cert: Buffer;
  /** Arguments for Chromium. */
  readonly trust: readonly string[];
}

/** Creates the certificate in the folder, where it is not there yet. */
export function ownCertificate(folder: string): Certificate {
  const key = join(folder, 'key.pem');
  const cert = join(folder, 'certificate.pem');
  if (!existsSync(cert)) {
    mkdirSync(folder, { recursive: true });
    const words =
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj /CN=bench -addext';
    execFileSync(
      'openssl',
      [...words.split(' '), 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert],
      {
        stdio: 'pipe',
      },
    );
  }
  const content = readFileSync(cert);
  const publicKey = new X509Certificate(content).publicKey.export({ type: 'spki', format: 'der' });
  const digest = createHash('sha256').update(publicKey).digest('base64');
  return {
    key: readFileSync(key),
    cert: content,
    trust: [`--ignore-certificate-errors-spki-list=${digest}`],
  };
}
