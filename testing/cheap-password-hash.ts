import { argon2Sync, randomBytes } from 'node:crypto'

const cost = { memory: 8, passes: 1, parallelism: 1 }

/**
 * A hash as the product stores one, at the least cost that argon2id allows. A hash names its own
 * cost, so that comparing with it is as cheap; what the product hashes costs what it always does.
 */
export function cheapPasswordHash(password: string): string {
  const salt = randomBytes(16)
  const tag = argon2Sync('argon2id', { message: password, nonce: salt, tagLength: 32, ...cost })
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`
  return `$argon2id$v=19$${parameters}$${unpadded(salt)}$${unpadded(tag)}`
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
