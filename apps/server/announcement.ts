import { demoAccounts, demoPassword } from '#features/accounts/server/index.ts'
import { reachableHost } from '#kit/server/process/listen.ts'
import { loopback, type Config } from './config/config.ts'

/**
 * The address under which people open the site, without a closing slash. `port` is the one that the
 * server listens on.
 */
export function addressOf({ publicUrl, http }: Config, port: number): string {
  return publicUrl ?? `http://${reachableHost(http.host, 'localhost')}:${port}`
}

interface Started {
  readonly address: string
  readonly mqttUrl: string
  /** Null: there is no port with TLS. */
  readonly mqttsUrl: string | null
  /** Null: there is an administrator already. */
  readonly firstAdministratorLink: string | null
}

/** What a start prints for the person who waits for it. */
export function announcement(
  config: Config,
  { address, mqttUrl, mqttsUrl, firstAdministratorLink }: Started,
): string {
  const lines = [
    `Warroom is ready:  ${address}`,
    `MQTT:              ${mqttUrl}`,
    ...(mqttsUrl === null ? [] : [`MQTT with TLS:     ${mqttsUrl}`]),
    `Data directory:    ${config.dataDirectory}`,
  ]
  if (config.demo) {
    const emails = demoAccounts.map(({ email }) => email).join(', ')
    lines.push(
      `Demo accounts:     ${emails}`,
      `Password:          ${demoPassword}`,
      ...reachOfDemo(config),
    )
  }
  if (firstAdministratorLink !== null)
    lines.push(`Set up the first administrator: ${firstAdministratorLink}`)
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`
}

/** Who gets to the demo accounts, and how to change that. */
function reachOfDemo({ http, mqtt, mqttUrl }: Config): readonly string[] {
  const closed = [
    ...(http.host === loopback ? ['HTTP_HOST=0.0.0.0'] : []),
    ...(mqttUrl === null && mqtt.host === loopback ? ['MQTT_HOST=0.0.0.0'] : []),
  ]
  if (http.host !== loopback)
    return [
      'Attention:         whoever reaches this address gets in with a demo account; DEMO=off ' +
        'closes them',
    ]
  return [
    'Open to:           this machine alone, because the sign-in page shows the password',
    `To open it:        ${closed.join(' ')} lets the network in; DEMO=off closes the demo accounts`,
  ]
}
