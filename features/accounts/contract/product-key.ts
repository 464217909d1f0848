import { z } from 'zod'

/** What lies below `/administrator` and is no product's: screens of its own. */
const otherScreens: ReadonlySet<string> = new Set([
  ...['articles', 'audit', 'boards', 'errors', 'notifications', 'retention', 'roles', 'shifts'],
  'users',
])

/** Key of a product to add: its articles lie at `/administrator/{key}/articles`. */
export const ProductKey = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,39}$/,
    'must be 1 to 40 lower-case letters, digits and hyphens, and begin with no hyphen',
  )
  .refine((key) => !otherScreens.has(key), 'is the address of another screen below /administrator')
