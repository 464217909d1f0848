import {
  LogLevel,
  MessageSecurityMode,
  OPCUAClient,
  crypto_utils as crypto,
  setLogLevel,
} from 'node-opcua-client'
import type { OpcUaSecurity } from '../../../../contract/kinds/opcua.ts'
import type { OwnCertificate } from './own-certificate.ts'
import { describeCertificate, trustOnly } from './server-certificate.ts'

// What fails is reported by those who asked; the library would also write it to the terminal.
setLogLevel(LogLevel.Critic)

const applicationName = 'Warroom'
/**
 * A short interruption keeps the session, and what the server has in its queues; a longer one is
 * ended by `SubscriptionWatch`, and everything begins again.
 */
const connectionStrategy = { maxRetry: 1, initialDelay: 500, maxDelay: 1_000 } as const
const transportTimeoutMs = 10_000
const transactionTimeoutMs = 20_000
/** A chunk of a message may have so many bytes, and a message so many chunks. */
const transportSettings = { maxMessageSize: 16 * 1024 * 1024, maxChunkCount: 2_000 }

const modes: Readonly<Record<OpcUaSecurity['mode'], MessageSecurityMode>> = {
  none: MessageSecurityMode.None,
  sign: MessageSecurityMode.Sign,
  signAndEncrypt: MessageSecurityMode.SignAndEncrypt,
}

/** A client that trusts the server certificates with these fingerprints, and no others. */
export function createClient(
  own: OwnCertificate,
  security: OpcUaSecurity,
  accepted: readonly string[],
  options: Partial<Parameters<typeof OPCUAClient.create>[0]> = {},
): OPCUAClient {
  const key = crypto.makePrivateKeyFromPem(own.keyPem)
  const ownFingerprint = describeCertificate(own.der)?.fingerprint ?? ''
  return OPCUAClient.create({
    applicationName,
    applicationUri: own.applicationUri,
    clientName: applicationName,
    certificateKeyPairProvider: {
      getCertificate: () => own.der,
      getCertificateChain: () => [own.der],
      getPrivateKey: () => key,
    },
    clientCertificateManager: trustOnly([ownFingerprint, ...accepted]),
    connectionStrategy,
    endpointMustExist: false,
    keepSessionAlive: true,
    securityMode: modes[security.mode],
    securityPolicy: security.policy,
    transportTimeout: transportTimeoutMs,
    defaultTransactionTimeout: transactionTimeoutMs,
    transportSettings,
    ...options,
  })
}
