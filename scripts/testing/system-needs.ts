import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

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
 * (root, with apt), else returns what the person has to do.
 */
export function provideSystemNeeds(): string | null {
  if (missing().length === 0) return null
  const packages = missing().map(({ debianPackage }) => debianPackage)
  if (process.getuid?.() === 0 && findProgram('apt-get')) {
    installPackages(packages)
    // Each by itself: where it is not to be had, the others are installed all the same.
    for (const name of [headlessBrowser, foreignClient]) installPackages([name])
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

function installPackages(packages: readonly string[]): void {
  process.stdout.write(`Installing ${packages.join(', ')} for the tests …\n`)
  const policy = '/usr/sbin/policy-rc.d'
  // Without it Debian would start the broker as a service, on the very port that the product uses.
  const keepStopped = !existsSync(policy)
  if (keepStopped) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const run = (...words: string[]) =>
      // Another program may be installing: its turn is waited for.
      spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...words], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: environment,
      })
    run('update', '-q')
    run('install', '-q', '-y', '--no-install-recommends', ...packages)
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
