import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastCheck from 'fast-check'
import { expect, test } from 'vitest'
import { ConfigError, logLevels, readConfig, type Config } from './config.ts'
import type { Machine } from './config-machine.ts'

const machine: Machine = {
  projectDirectory: '/srv/warroom',
  timezone: 'Asia/Taipei',
  accountExists: (name) => name === 'root' || name === 'postgres',
  unreachableReason: () => undefined,
}
/** As if root had cloned the project into its home. */
const inRootsHome: Machine = {
  ...machine,
  projectDirectory: '/root/warroom',
  unreachableReason: (directory) =>
    directory.startsWith('/root/') ? 'the account cannot reach it' : undefined,
}

/** Every variable that the program reads. */
function readVariables(): string[] {
  const names = new Set<string>()
  const nothing: Record<string, string | undefined> = {}
  readConfig(new Proxy(nothing, { get: (_, name) => void names.add(String(name)) }), machine)
  return [...names]
}
const variables = readVariables()
const modelAndPush = {
  VAPID_PRIVATE_KEY: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  VAPID_SUBJECT: 'mailto:plant@warroom.test',
  ...{ LLM_BASE_URL: 'https://llm.test/v1', LLM_MODEL: 'm', LLM_API_KEY: 'k' },
  ...{ LLM_QUESTIONS_PER_HOUR: '9', LLM_CONCURRENT: '2', LLM_TIMEOUT_SECONDS: '20' },
}

function problemsOf(environment: Record<string, string>, some: Machine = machine): ConfigError {
  try {
    readConfig(environment, some)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error('the configuration was accepted')
}

test('CF1 nothing needs to be set', () => {
  expect(readConfig({}, machine)).toEqual({
    dataDirectory: '/srv/warroom/data',
    http: { host: '127.0.0.1', port: 8080 },
    mqtt: { host: '127.0.0.1', port: 1883 },
    mqttTls: null,
    trustedProxies: [],
    databaseUrl: null,
    clickhouseUrl: null,
    mqttUrl: null,
    demo: true,
    ...{ demoDays: 30, auditRetentionDays: null, alarmRetentionDays: 730 },
    commandAnswerMs: 15_000,
    site: { name: 'Warroom', timezone: 'Asia/Taipei' },
    deviceAutoRegister: false,
    sparkplugHostId: null,
    hideUnknownAccounts: false,
    secretKeys: null,
    ...{ captcha: null, mail: null, webhookNetworks: [], model: null },
    vapid: { secret: null, subject: null },
    analyticsSource: null,
    ...{ guideUrl: null, legacyUrl: null },
    ...{ publicUrl: null, kioskFrames: [], logLevel: 'info', postgresAccount: null },
    clickhouseCodecs: 'standard',
  } satisfies Config)
})

test('CF1 everything can be set', () => {
  const environment = {
    ...{ WARROOM_DATA: 'elsewhere', WARROOM_PG_USER: 'postgres' },
    ...{ HTTP_HOST: '::1', HTTP_PORT: '80' },
    ...{ MQTT_HOST: 'localhost', MQTT_PORT: '0', MQTTS_PORT: '8884' },
    ...{ TLS_CERT: 'cert.pem', TLS_KEY: '/etc/key.pem', TLS_CLIENT_CA: '/etc/authorities.pem' },
    TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8',

    DATABASE_URL: 'postgres:///warroom?host=/run/postgresql',
    CLICKHOUSE_URL: 'https://u:p@ch:8443/warroom',
    MQTT_URL: 'mqtts://u:p@broker',

    ...{ DEMO: 'off', DEMO_DAYS: '0' },
    ...{ AUDIT_RETENTION_DAYS: '730', ALARM_RETENTION_DAYS: '90', COMMAND_ANSWER_SECONDS: '90' },
    ...{ SITE_NAME: '厂 №1', SITE_TIMEZONE: 'europe/moscow' },
    ...{ DEVICE_AUTO_REGISTER: 'TRUE', SPARKPLUG_HOST_ID: 'plant 1', AUTH_HIDE_UNKNOWN: '1' },
    SECRET_KEY: `${'A'.repeat(43)}=, ${'ff'.repeat(32)}`,
    ...{ CAPTCHA_SECRET: 's', CAPTCHA_SITE_KEY: 'key' },
    ...{
      CAPTCHA_URL: 'https://captcha.test/verify',
      CAPTCHA_SCRIPT: 'https://captcha.test/api.js',
    },
    CAPTCHA_ORIGINS: 'https://a.captcha.test/, https://b.captcha.test',
    ...{ SMTP_HOST: 'mail.test', SMTP_PORT: '2525', SMTP_ENCRYPTION: 'TLS', SMTP_CA: 'ca.pem' },
    ...{ SMTP_FROM: 'Plant <plant@warroom.test>', SMTP_USER: 'u', SMTP_PASSWORD: 'p' },
    ...modelAndPush,
    ...{ WEBHOOK_NETWORKS: '10.1.0.0/16', ANALYTICS_SRC: 'https://a.test/a.js' },
    ...{ GUIDE_URL: 'https://guide.test/', LEGACY_URL: 'http://old.test/' },
    ...{ PUBLIC_URL: 'https://warroom.test/', KIOSK_FRAMES: 'https://wall.test, https://a.test' },
    ...{ LOG_LEVEL: 'Debug', CLICKHOUSE_CODECS: 'experimental' },
  }
  expect(Object.keys(environment).toSorted()).toEqual([...variables].toSorted())
  expect(readConfig(environment, machine)).toMatchObject({
    dataDirectory: '/srv/warroom/elsewhere',
    http: { host: '::1', port: 80 },
    mqtt: { host: 'localhost', port: 0 },
    mqttTls: {
      port: 8_884,
      files: { certificate: '/srv/warroom/cert.pem', key: '/etc/key.pem' },
    },
    trustedProxies: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
    site: { name: '厂 №1', timezone: 'Europe/Moscow' },
    ...{ demo: false, demoDays: 0 },
    ...{ auditRetentionDays: 730, alarmRetentionDays: 90 },
    commandAnswerMs: 90_000,
    captcha: {
      ...{ secret: 's', siteKey: 'key', url: 'https://captcha.test/verify' },
      script: 'https://captcha.test/api.js',
      origins: ['https://a.captcha.test', 'https://b.captcha.test'],
    },
    mail: {
      ...{ host: 'mail.test', port: 2_525, encryption: 'tls', authority: '/srv/warroom/ca.pem' },
      ...{ from: 'Plant <plant@warroom.test>', account: { user: 'u', password: 'p' } },
    },
    ...{ publicUrl: 'https://warroom.test', kioskFrames: ['https://wall.test', 'https://a.test'] },
    logLevel: 'debug',
  })
})

test('CF2 everything wrong is listed at once, with what is allowed', () => {
  const wrong = {
    HTTP_PORT: '80a',
    MQTT_PORT: '65536',
    HTTP_HOST: '256.1.1.1',
    MQTT_HOST: 'a b',
    TRUSTED_PROXIES: '10.0.0.1,proxy',
    DEMO: 'maybe',
    ...{ AUDIT_RETENTION_DAYS: '0', ALARM_RETENTION_DAYS: '-1' },
    COMMAND_ANSWER_SECONDS: '601',
    SITE_TIMEZONE: '+08:00',
    SITE_NAME: 'x'.repeat(101),
    DATABASE_URL: 'mysql://u:geheim@h/d',
    CLICKHOUSE_URL: 'tcp://h:9000',
    MQTT_URL: 'mqtt://',
    PUBLIC_URL: 'https://a.test/sub',
    ANALYTICS_SRC: 'javascript:alert(1)',
    LOG_LEVEL: 'loud',
    CLICKHOUSE_CODECS: 'best',
    WARROOM_PG_USER: 'root',
  }
  const error = problemsOf(wrong)
  expect(error.problems.map(({ variable }) => variable).toSorted()).toEqual(
    Object.keys(wrong).toSorted(),
  )
  for (const { variable, value, reason, allowed } of error.problems) {
    expect(error.message).toContain(`  ${variable}=${value} ${reason}. Allowed: ${allowed}.`)
  }
  expect(error.message).toContain(
    '  HTTP_PORT="80a" is not a whole number. Allowed: a whole number from 1 to 65535, or 0 for ' +
      'any free port.',
  )
  expect(error.message).not.toContain('geheim')
})

test('CF9 a machine whose zone has no name needs one for the site', () => {
  const nameless: Machine = { ...machine, timezone: null }
  expect(problemsOf({}, nameless).message).toContain(
    '  SITE_TIMEZONE="" is needed: the zone of this machine (TZ) has no name. Allowed: an IANA',
  )
  expect(readConfig({ SITE_TIMEZONE: 'Asia/Taipei' }, nameless).site.timezone).toBe('Asia/Taipei')
  const wrong = problemsOf({ SITE_TIMEZONE: 'Asia/Nowhere' }, nameless)
  expect(wrong.problems).toMatchObject([{ reason: 'is not a known time zone' }])
})

test('CF2 one port cannot serve both', () => {
  expect(problemsOf({ MQTT_PORT: '8080' }).problems).toMatchObject([{ variable: 'MQTT_PORT' }])
  expect(problemsOf({ HTTP_PORT: '1883' }).problems).toMatchObject([{ variable: 'HTTP_PORT' }])
  expect(readConfig({ MQTT_PORT: '8080', MQTT_URL: 'mqtt://broker' }, machine).mqttUrl).toBe(
    'mqtt://broker',
  )
  expect(readConfig({ MQTT_PORT: '0', HTTP_PORT: '0' }, machine).mqtt.port).toBe(0)
})

test.each([
  '',
  ',',
  'loopback',
  'proxy.example',
  '10.0.0.0/0',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/33',
  'fd00::/129',
  '10.0.0.1/',
  '10.0.0.0/8/8',
  'fe80::1%eth0',
])('CF2 no proxy is trusted by %j', (text) => {
  if (text === '') expect(readConfig({ TRUSTED_PROXIES: text }, machine).trustedProxies).toEqual([])
  else
    expect(problemsOf({ TRUSTED_PROXIES: text }).problems).toMatchObject([
      { variable: 'TRUSTED_PROXIES' },
    ])
})

test('CF6 with the demo the server listens on this machine alone by default', () => {
  const hosts = (environment: Record<string, string>) => {
    const { http, mqtt } = readConfig(environment, machine)
    return [http.host, mqtt.host]
  }
  expect(hosts({})).toEqual(['127.0.0.1', '127.0.0.1'])
  expect(hosts({ DEMO: 'on', HTTP_HOST: '' })).toEqual(['127.0.0.1', '127.0.0.1'])
  expect(hosts({ DEMO: 'off' })).toEqual(['0.0.0.0', '0.0.0.0'])
  expect(hosts({ HTTP_HOST: '0.0.0.0' })).toEqual(['0.0.0.0', '127.0.0.1'])
  expect(hosts({ MQTT_HOST: '192.0.2.7' })).toEqual(['127.0.0.1', '192.0.2.7'])
})

test('CF3 a mistyped variable is reported with the likely one', () => {
  expect(problemsOf({ WARROOM_DATE: '/srv/data' }).message).toContain(
    'WARROOM_DATE="/srv/data" is not a variable of this program, probably mistyped (did you mean ' +
      'WARROOM_DATA?)',
  )
  expect(problemsOf({ WARROOM_COMPLETELY_DIFFERENT: '1' }).message).not.toContain('did you mean')
})

test('CF4 data that PostgreSQL’s account cannot reach goes elsewhere, or is refused', () => {
  expect(readConfig({}, inRootsHome).dataDirectory).toMatch(/^\/var\/lib\/warroom-[0-9a-f]{8}$/)
  expect(readConfig({}, inRootsHome)).toEqual(readConfig({}, inRootsHome))
  expect(problemsOf({ WARROOM_DATA: '/root/data' }, inRootsHome).message).toContain(
    'WARROOM_DATA="/root/data" the account cannot reach it',
  )
  expect(
    readConfig({ WARROOM_DATA: '/root/data', DATABASE_URL: 'postgres://h/d' }, inRootsHome)
      .dataDirectory,
  ).toBe('/root/data')
})

const anyEnvironment = fastCheck.dictionary(
  fastCheck.constantFrom(...variables),
  fastCheck.oneof(
    fastCheck.string({ unit: 'binary' }),
    fastCheck.webUrl(),
    fastCheck.integer().map(String),
  ),
)

test('CF2 the result is a valid configuration or a list of variables that were set', () => {
  fastCheck.assert(
    fastCheck.property(anyEnvironment, (environment) => {
      try {
        const config = readConfig(environment, machine)
        for (const { port } of [config.http, config.mqtt])
          expect(Number.isInteger(port) && port >= 0 && port <= 65_535).toBe(true)
        expect(config.dataDirectory.startsWith('/')).toBe(true)
        expect(logLevels).toContain(config.logLevel)
        expect(
          () => new Intl.DateTimeFormat('en', { timeZone: config.site.timezone }),
        ).not.toThrow()
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error
        expect(error.problems.length).toBeGreaterThan(0)
        for (const { variable } of error.problems)
          expect(Object.keys(environment)).toContain(variable)
      }
    }),
    { numRuns: 500 },
  )
})

test('CF2 every port from 0 to 65535 is accepted as itself, and no other number', () => {
  fastCheck.assert(
    fastCheck.property(fastCheck.integer({ min: -70_000, max: 140_000 }), (number) => {
      const valid = number >= 0 && number <= 65_535 && number !== 1883
      if (valid) expect(readConfig({ HTTP_PORT: String(number) }, machine).http.port).toBe(number)
      else expect(problemsOf({ HTTP_PORT: String(number) }).problems).toHaveLength(1)
    }),
  )
})

test('CF5 no password is shown, however broken the address is', () => {
  const password = fastCheck.stringMatching(/^[A-Za-z0-9/@:%]{8,20}$/).map((text) => `pw${text}`)
  const scheme = fastCheck.constantFrom('postgres', 'http', 'mqtt', 'nonsense', '')
  const variable = fastCheck.constantFrom('DATABASE_URL', 'CLICKHOUSE_URL', 'MQTT_URL')
  fastCheck.assert(
    fastCheck.property(variable, scheme, password, (name, begin, secret) => {
      try {
        readConfig({ [name]: `${begin}://user:${secret}@` }, machine)
      } catch (error) {
        expect(String(error)).not.toContain(secret)
      }
    }),
  )
  expect(problemsOf({ CAPTCHA_SECRET: 'top\nsecret' }).message).not.toContain('top')
  expect(problemsOf({ SECRET_KEY: 'c2hvcnQ=' }).message).toContain(
    'SECRET_KEY=(hidden) is not made of keys of 32 bytes',
  )
})

test('CF7 the table of the README names every variable, and no other', () => {
  const readme = readFileSync(join(import.meta.dirname, '..', '..', '..', 'README.md'), 'utf8')
  const [, table = ''] = /\| variable \|[^\n]*\n([\s\S]*?)\n\n/.exec(readme) ?? []
  const named = table
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)])
    .map(([, name]) => name)
  expect(named.toSorted()).toEqual([...variables].toSorted())
})
