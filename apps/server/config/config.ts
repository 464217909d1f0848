import { resolve } from 'node:path'
import type { ModelSettings } from '#features/assistant/server/index.ts'
import type { MailSettings } from '#kit/server/mail/mail-settings.ts'
import { readAccount } from './config-account.ts'
import {
  ConfigError,
  EnvironmentReader,
  refuseMistyped,
  type Environment,
} from './config-environment.ts'
import { readCaptcha, type Captcha } from './config-scripts.ts'
import { readMail } from './config-mail.ts'
import { readModel } from './config-model.ts'
import { vapidSecret, vapidSubject } from './config-vapid.ts'
import { readMqttTls, type MqttTls } from './config-tls.ts'
import { answerSeconds, days, demoDays, port } from './config-numbers.ts'
import { flag, oneOf, secretKeys, text, topicLevel } from './config-values.ts'
import { readTimezone } from './config-timezone.ts'
import { host, networks } from './config-networks.ts'
import { origin, origins, serverUrl, url } from './config-urls.ts'
import type { Machine } from './config-machine.ts'
import { readDataDirectory } from './config-directory.ts'

/** In days. */
const twoYears = 730

/** Everything that an operator can choose. Addresses are as given; null means "not set". */
export interface Config {
  /** Absolute path of the one directory that holds everything stored on this machine. */
  readonly dataDirectory: string
  readonly http: { readonly host: string; readonly port: number }
  /** The embedded broker; unused when `mqttUrl` names another one. */
  readonly mqtt: { readonly host: string; readonly port: number }
  /** Its port with TLS; null: there is none. */
  readonly mqttTls: MqttTls | null
  /** Addresses and networks of the proxies whose X-Forwarded-… headers count; nobody else's do. */
  readonly trustedProxies: readonly string[]
  /** Days after which entries of the audit are removed; null: none is removed. */
  readonly auditRetentionDays: number | null
  /** Days after which alarms that have ended are removed. */
  readonly alarmRetentionDays: number
  /** How long the answer of a device to a command is waited for. */
  readonly commandAnswerMs: number
  readonly databaseUrl: string | null
  readonly clickhouseUrl: string | null
  readonly mqttUrl: string | null
  readonly demo: boolean
  /** Of history that the demo plant fills in at its first start. */
  readonly demoDays: number
  readonly site: { readonly name: string; readonly timezone: string }
  readonly deviceAutoRegister: boolean
  /** How the host of Sparkplug is called; null: at an external broker there is none. */
  readonly sparkplugHostId: string | null
  /** Answer an unknown e-mail as a wrong password. */
  readonly hideUnknownAccounts: boolean
  /** Keys that seal stored secrets, the present one first; null: those in the data directory. */
  readonly secretKeys: readonly Buffer[] | null
  readonly captcha: Captcha | null
  /** The server that takes mail; null: there is none, and nothing leaves by mail. */
  readonly mail: MailSettings | null
  /** Addresses and networks of the own network to which webhooks may lead. */
  readonly webhookNetworks: readonly string[]
  /** The language model that phrases answers of the assistant; null: the rules alone answer. */
  readonly model: ModelSettings | null
  /** How this server is recognised by push services; null: it says so by itself. */
  readonly vapid: { readonly secret: Buffer | null; readonly subject: string | null }
  readonly analyticsSource: string | null
  readonly guideUrl: string | null
  readonly legacyUrl: string | null
  /**
   * Origin under which people reach the site, when a proxy makes it differ from what the server
   * sees.
   */
  readonly publicUrl: string | null
  /** Origins of other sites that may show kiosk links in a frame. */
  readonly kioskFrames: readonly string[]
  readonly logLevel: LogLevel
  /** Account that PostgreSQL runs as when the server is started by root. */
  readonly postgresAccount: string | null
  readonly clickhouseCodecs: 'standard' | 'experimental'
}

export { ConfigError } from './config-environment.ts'

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Where nobody but this machine reaches the server. */
export const loopback = '127.0.0.1'

const webPage = url(['http', 'https'], 'https://example.com/page')

/**
 * Reads the configuration from `environment`. Throws ConfigError with everything that is wrong in
 * it, not only the first.
 */
export function readConfig(environment: Environment, machine: Machine): Config {
  const from = new EnvironmentReader(environment)
  const databaseUrl = from.read(
    'DATABASE_URL',
    serverUrl(['postgres', 'postgresql'], 'postgres://user:password@host:5432/warroom'),
    null,
  )
  const postgresAccount = readAccount(from, machine.accountExists)
  const demo = from.read('DEMO', flag, true)
  // The sign-in page shows the demo accounts' password: only this machine gets to see it unless
  // somebody decides otherwise.
  const defaultHost = demo ? loopback : '0.0.0.0'
  const config: Config = {
    databaseUrl,
    postgresAccount,
    dataDirectory: readDataDirectory(from, machine, postgresAccount, databaseUrl === null),
    http: {
      host: from.read('HTTP_HOST', host, defaultHost),
      port: from.read('HTTP_PORT', port, 8080),
    },
    mqtt: {
      host: from.read('MQTT_HOST', host, defaultHost),
      port: from.read('MQTT_PORT', port, 1883),
    },
    mqttTls: readMqttTls(from, (path) => resolve(machine.projectDirectory, path)),
    trustedProxies: from.read('TRUSTED_PROXIES', networks, []),
    clickhouseUrl: from.read(
      'CLICKHOUSE_URL',
      serverUrl(['http', 'https'], 'http://user:password@host:8123/warroom'),
      null,
    ),
    mqttUrl: from.read(
      'MQTT_URL',
      serverUrl(['mqtt', 'mqtts'], 'mqtts://user:password@host:8883'),
      null,
    ),
    demo,
    demoDays: from.read('DEMO_DAYS', demoDays, 30),
    auditRetentionDays: from.read('AUDIT_RETENTION_DAYS', days, null),
    alarmRetentionDays: from.read('ALARM_RETENTION_DAYS', days, twoYears),
    commandAnswerMs: from.read('COMMAND_ANSWER_SECONDS', answerSeconds, 15) * 1_000,
    site: {
      name: from.read('SITE_NAME', text(100), 'Warroom'),
      timezone: readTimezone(from, machine),
    },
    deviceAutoRegister: from.read('DEVICE_AUTO_REGISTER', flag, false),
    sparkplugHostId: from.read('SPARKPLUG_HOST_ID', topicLevel, null),
    hideUnknownAccounts: from.read('AUTH_HIDE_UNKNOWN', flag, false),
    secretKeys: from.read('SECRET_KEY', secretKeys, null),
    captcha: readCaptcha(from),
    webhookNetworks: from.read('WEBHOOK_NETWORKS', networks, []),
    vapid: {
      secret: from.read('VAPID_PRIVATE_KEY', vapidSecret, null),
      subject: from.read('VAPID_SUBJECT', vapidSubject, null),
    },
    mail: readMail(from, (path) => resolve(machine.projectDirectory, path)),
    model: readModel(from),
    analyticsSource: from.read(
      'ANALYTICS_SRC',
      url(['http', 'https'], 'https://example.com/script.js'),
      null,
    ),
    guideUrl: from.read('GUIDE_URL', webPage, null),
    legacyUrl: from.read('LEGACY_URL', webPage, null),
    publicUrl: from.read('PUBLIC_URL', origin, null),
    kioskFrames: from.read('KIOSK_FRAMES', origins, []),
    logLevel: from.read('LOG_LEVEL', oneOf(logLevels), 'info'),
    clickhouseCodecs: from.read(
      'CLICKHOUSE_CODECS',
      oneOf(['standard', 'experimental']),
      'standard',
    ),
  }
  if (config.mqttUrl === null && config.mqtt.port === config.http.port && config.mqtt.port !== 0) {
    const variable = environment['MQTT_PORT'] ? 'MQTT_PORT' : 'HTTP_PORT'
    from.refuse(variable, 'is the same port for MQTT and HTTP', 'two different ports')
  }
  refuseMistyped(from, environment)
  if (from.problems.length > 0) throw new ConfigError(from.problems)
  return config
}
