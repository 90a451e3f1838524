import { readAddress } from './address.ts';

/** Whether a host name, as `URL` writes it, is this machine: only such a host may have an http address. */
export const isLoopback = (hostname: string): boolean =>
  !hostname.includes('/') && readAddress(`http://${hostname}`) !== undefined;

/** Whether the IP address of a socket is this machine. */
export const isLoopbackIp = (address: string): boolean => /^(::1$|(::ffff:)?127\.)/.test(address);
