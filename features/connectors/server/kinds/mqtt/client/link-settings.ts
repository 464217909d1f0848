import { randomBytes } from 'node:crypto'
import type { MqttSettings } from '../../../../contract/kinds/mqtt.ts'
import type { LinkOptions, TlsOptions } from '#kit/server/mqtt/link-options.ts'
import type { Configuration, ConnectorHost } from '../../../driver.ts'

type Session = Omit<LinkOptions, 'subscriptions' | 'onDelivery' | 'onLost' | 'onProblem'>

/** The session that the settings ask for. */
export function sessionOf(
  { settings, secrets }: Configuration<MqttSettings>,
  logger: LinkOptions['logger'],
): Session {
  const { url, clientId, protocolVersion, isPersistent, username } = settings
  const password = secrets['password']
  return {
    ...{ url, protocolVersion, isClean: !isPersistent, logger, tls: tlsOf(settings, secrets) },
    clientId: clientId === '' ? randomClientId() : clientId,
    ...(username !== '' && { username }),
    ...(password !== undefined && { password }),
  }
}

/** The same, for a look that disturbs nobody: it takes no session from a connector. */
export function temporarySessionOf(
  configuration: Configuration<MqttSettings>,
  logger: LinkOptions['logger'],
): Session {
  return { ...sessionOf(configuration, logger), isClean: true, clientId: randomClientId() }
}

/** Filters as the broker gets them. */
export function sharedFilter({ sharedGroup }: MqttSettings, filter: string): string {
  return sharedGroup === '' ? filter : `$share/${sharedGroup}/${filter}`
}

/** The library reports to the log of the connector. */
export function loggerOf(host: Pick<ConnectorHost, 'log'>): LinkOptions['logger'] {
  const line =
    (level: 'info' | 'warn') =>
    (...[about, text]: readonly unknown[]) =>
      host.log(level, `${String(text)} ${JSON.stringify(about)}`)
  return { info: line('info'), warn: line('warn') }
}

const randomClientId = () => `warroom-${randomBytes(6).toString('hex')}`

function tlsOf(
  { authorities, certificate }: MqttSettings,
  { privateKey }: Configuration['secrets'],
): TlsOptions {
  return {
    ...(authorities !== '' && { ca: authorities }),
    ...(certificate !== '' && { cert: certificate }),
    ...(privateKey !== undefined && { key: privateKey }),
  }
}
