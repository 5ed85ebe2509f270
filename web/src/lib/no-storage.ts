/** Stands in for `@supabase/storage-js`, which this product never calls (see vite.config.ts). */
// oxlint-disable-next-line typescript/no-extraneous-class -- only ever constructed
export class StorageClient {}

export class StorageApiError extends Error {}
