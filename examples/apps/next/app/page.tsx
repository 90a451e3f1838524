import Link from 'next/link';
import { Account } from './account';

export default function Page() {
  return (
    <main>
      <Account />
      <Link href="/other">Other page</Link>
    </main>
  );
}
