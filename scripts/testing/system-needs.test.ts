import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'

const needs = join(import.meta.dirname, 'system-needs.ts')

/** A machine with these programs alone; what is installed on it is a file `has-…`. */
function machine(aptGet: string) {
  const programs = temporaryDirectory()
  const program = (name: string, text: string) =>
    writeFileSync(join(programs, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  for (const name of ['chromium', 'mosquitto', 'mosquitto_pub']) program(name, '')
  program('dpkg-query', `[ -e ${programs}/has-$3 ] && printf installed`)
  program('apt-get', `echo "$*" >> ${programs}/log\nfor last in "$@"; do :; done\n${aptGet}`)
  const log = join(programs, 'log')
  const tried = join(programs, 'cache', 'tried')
  return {
    tried,
    /** What apt-get is asked for when the needs are provided. */
    provide(isRoot = true): readonly string[] {
      const call = `provideSystemNeeds(${JSON.stringify(tried)}, ${isRoot})`
      const script = `const { provideSystemNeeds } = await import('${needs}'); console.log(${call})`
      const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        env: { PATH: programs },
        encoding: 'utf8',
      })
      expect(run.stdout, run.stderr).toMatch(/null\n$/)
      const calls = existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : []
      rmSync(log, { force: true })
      return calls.map((each) => each.replace(/^(?:-o \S+ )*/, ''))
    },
    has: (name: string) => existsSync(join(programs, `has-${name}`)),
  }
}

const installs = 'echo > ${0%/*}/has-$last'
const install = 'install -q -y --no-install-recommends'

test('what helps the tests is installed where all that they need is there already', () => {
  const { provide, has } = machine(installs)
  expect(provide(false)).toEqual([])
  expect(provide()).toEqual([`${install} chromium-headless-shell`, `${install} python3-paho-mqtt`])
  expect(has('chromium-headless-shell')).toBe(true)
  expect(provide()).toEqual([])
})

test('what is not to be had is asked for once a day, and holds nothing up', () => {
  const { provide, tried } = machine(`case $last in python3*) ${installs};; *) exit 100;; esac`)
  const first = [
    `${install} chromium-headless-shell`,
    'update -q',
    `${install} chromium-headless-shell`,
  ]
  expect(provide()).toEqual([...first, `${install} python3-paho-mqtt`])
  expect(provide()).toEqual([])
  const yesterday = new Date(Date.now() - 86_400_001)
  utimesSync(tried, yesterday, yesterday)
  expect(provide()).toEqual(first)
})
