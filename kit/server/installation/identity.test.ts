import fastCheck from 'fast-check'
import { expect, test } from 'vitest'
import { contradiction, isUntouched, type Findings } from './identity.ts'

const one = { id: 'one', directoryId: 'here' }
const place = { path: '/srv/warroom', host: 'plant' }
const whole: Findings = {
  directory: { ...one, complete: true },
  database: { identity: { ...one, ...place }, used: true },
  telemetry: { id: 'one', prepared: true, used: true },
}
const newDatabase = { identity: null, used: false }
const newTelemetry = { id: null, prepared: false, used: false }
const nothing: Findings = { directory: null, database: newDatabase, telemetry: newTelemetry }
const unnamedTelemetry = { id: null, prepared: true, used: true }

test.for<[string, Findings]>([
  ['nothing', nothing],
  ['a whole installation', whole],
  [
    'one of a version that gave no names',
    { ...nothing, database: { identity: null, used: true }, telemetry: unnamedTelemetry },
  ],
  ['a first start killed after the file', { ...nothing, directory: { ...one, complete: false } }],
  [
    'a first start killed after the database',
    { ...whole, directory: { ...one, complete: false }, telemetry: newTelemetry },
  ],
])('ID1 %s belongs together', ([, findings]) => {
  const prepared = findings.directory?.complete === false && findings.database.used
  // The definitions are brought up to date before the names are written.
  const telemetry = prepared ? { ...findings.telemetry, prepared: true } : findings.telemetry
  expect(contradiction({ ...findings, telemetry })).toBeNull()
})

test.for<[string, Findings, RegExp]>([
  [
    'an empty database beside old telemetry',
    { ...whole, database: newDatabase },
    /installation that this database does not have/,
  ],
  [
    'the same without any names',
    { ...nothing, telemetry: unnamedTelemetry },
    /database is empty, and the telemetry has readings/,
  ],
  [
    'an old database beside empty telemetry',
    { ...whole, telemetry: newTelemetry },
    /that this telemetry does not have/,
  ],
  [
    'the same without any names',
    { ...nothing, database: { identity: null, used: true } },
    /readings are elsewhere/,
  ],
  [
    'telemetry of another installation',
    { ...whole, telemetry: { ...whole.telemetry, id: 'two' } },
    /telemetry and the data directory/,
  ],
  [
    'a database of another installation',
    { ...whole, database: { identity: { ...one, ...place, id: 'two' }, used: true } },
    /database and the data directory belong to different/,
  ],
  [
    'another directory',
    { ...whole, directory: null },
    /whose data directory was \/srv\/warroom on plant/,
  ],
  [
    'another directory of a new installation',
    { ...whole, directory: { id: 'two', directoryId: 'there', complete: false } },
    /different/,
  ],
  [
    'another directory of the same installation',
    { ...whole, directory: { id: 'one', directoryId: 'there', complete: true } },
    /with another data directory: \/srv\/warroom on plant/,
  ],
  [
    'named telemetry alone',
    { ...whole, directory: null, database: newDatabase },
    /telemetry belongs to an installation/,
  ],
])('ID2 %s is refused', ([, findings, reason]) => {
  expect(contradiction(findings)).toMatch(reason)
})

test('ID2 named parts are taken only when equal; readings never meet an empty database', () => {
  const name = fastCheck.constantFrom('one', 'two')
  const identity = fastCheck.record({
    id: name,
    directoryId: name,
    path: fastCheck.constant('/'),
    host: fastCheck.constant('h'),
  })
  const findings = fastCheck.record<Findings>({
    directory: fastCheck.option(
      fastCheck.record({ id: name, directoryId: name, complete: fastCheck.boolean() }),
    ),
    database: fastCheck.record({ identity: fastCheck.option(identity), used: fastCheck.boolean() }),
    telemetry: fastCheck.record({
      id: fastCheck.option(name),
      prepared: fastCheck.boolean(),
      used: fastCheck.boolean(),
    }),
  })
  fastCheck.assert(
    fastCheck.property(findings, (found) => {
      if (contradiction(found) !== null) return
      const ids = [found.directory?.id, found.database.identity?.id, found.telemetry.id].filter(
        (id) => typeof id === 'string',
      )
      expect(new Set(ids).size).toBeLessThan(2)
      if (found.telemetry.used)
        expect(found.database.used || found.database.identity !== null).toBe(true)
      if (ids.length > 0) expect(found.directory).not.toBeNull()
      expect(isUntouched(found) && ids.length > 0).toBe(false)
    }),
    { numRuns: 2_000 },
  )
})
