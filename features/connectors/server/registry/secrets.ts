import type { Keyring, Sealed } from '#kit/server/secrets/keyring.ts'

export type Secrets = Readonly<Record<string, string>>

/** The secrets of a connector open only as those of this one. */
const purposeOf = (id: number) => `connector ${id}`

/** Null where there is nothing to seal. */
export function sealSecrets(keyring: Keyring, id: number, secrets: Secrets): Sealed | null {
  if (Object.keys(secrets).length === 0) return null
  return keyring.seal(Buffer.from(JSON.stringify(secrets)), purposeOf(id))
}

/** Null when the key that sealed them is not there. */
export function openSecrets(
  keyring: Keyring,
  { id, secrets }: { readonly id: number; readonly secrets: Sealed | null },
): Secrets | null {
  if (secrets === null) return {}
  const opened = keyring.open(secrets, purposeOf(id))
  return opened && (JSON.parse(opened.toString('utf8')) as Secrets)
}
