import { z } from 'zod'

/**
 * Why an export failed. `access`: one of its devices is no longer open to its owner. `store`: the
 * store did not answer. `too_large`: the file has more bytes than one may have. `disk`: there is no
 * room for it. `interrupted`: the server ended in the middle of it more than once. `missing`: a
 * file that it was to hold is gone. `expired`: readings of it were removed, as they had expired,
 * while it waited or was made. `defect`: the server could not make it, and a further try would
 * end the same.
 */
export const exportFailures = [
  'access',
  'store',
  'too_large',
  'disk',
  'interrupted',
  'missing',
  'expired',
  'defect',
] as const
export const ExportFailure = z.enum(exportFailures)
export type ExportFailure = z.infer<typeof ExportFailure>
