import { randomBytes, X509Certificate } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { crypto_utils as crypto } from 'node-opcua-client'

/** The certificate by which servers recognise this installation, and its key. */
export interface OwnCertificate {
  readonly applicationUri: string
  readonly der: Buffer
  readonly keyPem: string
}

const file = 'own-certificate.pem'
const validityDays = 20 * 365
const key = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/
const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/

/**
 * The certificate in `directory`; made there when there is none. Two processes that make one at
 * once use the same. Throws when the directory cannot be used or the file holds something else.
 */
export async function ownCertificate(directory: string): Promise<OwnCertificate> {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, file)
  const content = readIfThere(path) ?? (await make(path))
  const [keyPem] = key.exec(content) ?? []
  const [certificatePem] = certificate.exec(content) ?? []
  if (keyPem === undefined || certificatePem === undefined)
    throw new Error(`${path} does not hold a certificate and its key`)
  const { raw, subjectAltName = '' } = new X509Certificate(certificatePem)
  const [, applicationUri = ''] = /URI:([^,\s]+)/.exec(subjectAltName) ?? []
  return { applicationUri, der: raw, keyPem }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw cause
  }
}

async function make(path: string): Promise<string> {
  const { privateKey } = await crypto.generateKeyPair(2048)
  const id = randomBytes(8).toString('hex')
  const { cert } = await crypto.createSelfSignedCertificate({
    privateKey,
    subject: '/CN=Warroom/O=Warroom',
    dns: [hostname()],
    applicationUri: `urn:warroom:${id}`,
    // A server whose clock is behind must not find it not yet valid.
    notBefore: new Date(Date.now() - 86_400_000),
    validity: validityDays,
    purpose: crypto.CertificatePurpose.ForApplication,
  })
  const { privPem } = await crypto.privateKeyToPEM(privateKey)
  writeOnce(path, `${privPem}\n${cert}\n`)
  return readFileSync(path, 'utf8')
}

/** It is whole and on disk before it has its name; whoever was first has made it. */
function writeOnce(path: string, content: string): void {
  const unfinished = `${path}.${process.pid}.new`
  const descriptor = openSync(unfinished, 'w', 0o600)
  writeSync(descriptor, content)
  fsyncSync(descriptor)
  closeSync(descriptor)
  try {
    linkSync(unfinished, path)
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause
  } finally {
    rmSync(unfinished)
  }
}
