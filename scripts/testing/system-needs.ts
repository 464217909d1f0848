import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { mayTry, noteTried } from './tried-packages.ts'

interface Need {
  readonly what: string
  /** Any one of these programs will do. */
  readonly programs: readonly string[]
  readonly debianPackage: string
}

const browsers = ['chromium', 'chromium-browser', 'google-chrome'] as const
/** The same engine without windows: the tests need half the processor time with it. */
const headlessBrowser = 'chromium-headless-shell'
/** A device's library that is not ours: a test is left out where it is not to be had. */
const foreignClient = 'python3-paho-mqtt'
/** Packages without which the tests run all the same, but slower, or fewer of them. */
const helpful = [headlessBrowser, foreignClient]

const needs: readonly Need[] = [
  { what: 'Chromium, a real browser', programs: browsers, debianPackage: 'chromium' },
  {
    what: 'mosquitto, an external MQTT broker',
    programs: ['mosquitto'],
    debianPackage: 'mosquitto',
  },
  {
    what: 'mosquitto_pub, an MQTT client that is not ours',
    programs: ['mosquitto_pub'],
    debianPackage: 'mosquitto-clients',
  },
]

/** System programs lie where an ordinary user's PATH does not lead. */
const searchPath = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

/** Full path of the first of these programs that is installed. */
export function findProgram(...names: readonly string[]): string | undefined {
  return names
    .flatMap((name) => searchPath.map((directory) => join(directory, name)))
    .find(isExecutable)
}

/**
 * The browser as people have it: the one in the variable CHROMIUM, else the system's. Throws when
 * there is none.
 */
export function browserProgram(): string {
  const program = process.env['CHROMIUM'] ?? findProgram(...browsers)
  if (program === undefined)
    throw new Error(`No browser: install ${browsers.join(' or ')}, or name one in CHROMIUM`)
  return program
}

/** The browser that the tests drive: the headless one where it is installed. */
export function testBrowserProgram(): string {
  return process.env['CHROMIUM'] ?? findProgram(headlessBrowser) ?? browserProgram()
}

/**
 * Makes sure that the programs that the tests drive are installed: installs them where it may
 * (root, with apt), else returns what the person has to do. There it tries to install what helps,
 * too, once a day for as long as it is not to be had; `tried` is the file that says when.
 */
export function provideSystemNeeds(
  tried: string,
  isRoot = process.getuid?.() === 0,
): string | null {
  const packages = missing().map(({ debianPackage }) => debianPackage)
  if (isRoot && findProgram('apt-get')) {
    if (packages.length > 0) installPackages(packages)
    provideHelpful(tried)
  }
  const left = missing()
  if (left.length === 0) return null
  const packagesLeft = left.map(({ debianPackage }) => debianPackage)
  return [
    'The tests need programs that are not installed:',
    ...left.map(({ what, programs }) => `  - ${what} (${programs.join(' or ')})`),
    `On Debian or Ubuntu: sudo apt-get install ${packagesLeft.join(' ')}`,
  ].join('\n')
}

function missing(): Need[] {
  return needs.filter(({ programs }) => findProgram(...programs) === undefined)
}

function provideHelpful(tried: string): void {
  const lacking = helpful.filter((name) => !isInstalled(name))
  if (lacking.length === 0 || !mayTry(tried)) return
  noteTried(tried)
  // Each by itself: where one is not to be had, the other is installed all the same.
  for (const name of lacking) {
    sayInstalling([name])
    if (install(name)) continue
    apt('update', '-q')
    install(name)
  }
}

/** Asked of what installs: a library has no program that could be looked for. */
function isInstalled(name: string): boolean {
  const query = spawnSync('dpkg-query', ['-W', '-f=${db:Status-Status}', name])
  return String(query.stdout) === 'installed'
}

const install = (...packages: readonly string[]) =>
  apt('install', '-q', '-y', '--no-install-recommends', ...packages)

/** Whether it did what it was asked for. */
function apt(...words: readonly string[]): boolean {
  // Another program may be installing: its turn is waited for. A server that is away is not.
  const options = ['DPkg::Lock::Timeout=300', 'Acquire::http::Timeout=20']
  const run = spawnSync('apt-get', [...options.flatMap((each) => ['-o', each]), ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return run.status === 0
}

const sayInstalling = (packages: readonly string[]) =>
  process.stdout.write(`Installing ${packages.join(', ')} for the tests …\n`)

function installPackages(packages: readonly string[]): void {
  sayInstalling(packages)
  const policy = '/usr/sbin/policy-rc.d'
  // Without it Debian would start the broker as a service, on the very port that the product uses.
  const keepStopped = !existsSync(policy)
  if (keepStopped) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    apt('update', '-q')
    install(...packages)
  } finally {
    if (keepStopped) rmSync(policy, { force: true })
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
