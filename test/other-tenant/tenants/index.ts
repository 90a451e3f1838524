import type { TenantFile } from '../../../src/services/transport/tenant/tenant-file.ts';
import type { DialectName } from '../service/start.ts';
import dotnet from './dotnet.ts';
import laravel from './laravel.ts';
import rails from './rails.ts';

/** The tenant file of each dialect; the control needs none. */
export const TENANT_FILES: Record<DialectName, TenantFile | undefined> = {
  laravel,
  rails,
  dotnet,
  agreeing: undefined,
};
