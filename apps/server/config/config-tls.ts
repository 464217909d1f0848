import type { EnvironmentReader } from './config-environment.ts'
import { port } from './config-numbers.ts'
import { text } from './config-values.ts'

/** The embedded broker's port with TLS. */
export interface MqttTls {
  readonly port: number
  /** Paths of PEM files. */
  readonly files: {
    readonly certificate: string
    readonly key: string
    /** Of those that vouch for certificates of devices; null: nobody does. */
    readonly authority: string | null
  }
}

const usualPort = 8883
const both = 'both, the paths of PEM files'

/** The port with TLS; null where no certificate is named. `pathOf` makes a path absolute. */
export function readMqttTls(
  from: EnvironmentReader,
  pathOf: (path: string) => string,
): MqttTls | null {
  const certificate = from.read('TLS_CERT', text(4096), null)
  const key = from.read('TLS_KEY', text(4096), null)
  const authority = from.read('TLS_CLIENT_CA', text(4096), null)
  const chosenPort = from.read('MQTTS_PORT', port, null)
  if (certificate !== null && key !== null)
    return {
      port: chosenPort ?? usualPort,
      files: {
        ...{ certificate: pathOf(certificate), key: pathOf(key) },
        authority: authority === null ? null : pathOf(authority),
      },
    }
  if (certificate !== null) from.refuse('TLS_CERT', 'stands without TLS_KEY', both)
  if (key !== null) from.refuse('TLS_KEY', 'stands without TLS_CERT', both)
  if (authority !== null && certificate === null && key === null)
    from.refuse('TLS_CLIENT_CA', 'needs TLS_CERT and TLS_KEY', both)
  if (chosenPort !== null && certificate === null && key === null)
    from.refuse('MQTTS_PORT', 'needs TLS_CERT and TLS_KEY', both)
  return null
}
