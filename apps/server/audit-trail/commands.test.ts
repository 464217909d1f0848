import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { commands } from '../../admin/commands.ts'
import {
  command,
  control,
  entries,
  expectNoSecret,
  guarded,
  headNote,
  newDevice,
  person,
  site,
  watchAudit,
} from '#testing/audit-trail/trail.ts'

watchAudit()

interface CommandStep {
  readonly options: Readonly<Record<string, unknown>>
  readonly action: string
}

/**
 * For each command of the control socket that changes something: what has to be there first, and
 * options that succeed.
 */
const commandSuccesses: Readonly<Record<string, () => Promise<CommandStep>>> = {
  'device add': async () => ({
    options: { id: 'NEW-1', token: 'a token of sixteen' },
    action: 'device.add',
  }),
  'device rotate': async () => ({
    options: { id: await newDevice() },
    action: 'device.rotate-token',
  }),
  'device remove': async () => ({
    options: { id: await newDevice(), yes: true },
    action: 'device.remove',
  }),
  'device bind': async () => ({
    options: { id: await newDevice(), email: (await person()).email, relation: 'sub-user' },
    action: 'device.bind',
  }),
  'device unbind': async () => {
    const [id, { email }] = [await newDevice(), await person()]
    await command('device bind', { id, email, relation: 'sub-user' })
    return { options: { id, email }, action: 'device.unbind' }
  },
  'device temporary-token': async () => {
    const lesiId = await newDevice()
    await eventually(
      'the device is known',
      async () => site.data.catalogue.device(lesiId) !== undefined,
    )
    return { options: { lesiId }, action: 'device.issue-pass' }
  },
  'audit accept': async () => {
    const recorded = { position: 1_000_000, hash: '0'.repeat(64) }
    await writeFile(headNote, JSON.stringify(recorded))
    return {
      options: { by: 'Ann', reason: 'a restore' },
      action: 'installation.accept-audit-break',
    }
  },
  'product add': async () => ({
    options: { key: 'pump', name: 'Pump' },
    action: 'product.add',
  }),
  'product rename': async () => {
    await command('product add', { key: 'renamed', name: 'Before' })
    return { options: { key: 'renamed', name: 'After' }, action: 'product.rename' }
  },
  'product remove': async () => {
    await command('product add', { key: 'removed', name: 'Removed' })
    return { options: { key: 'removed' }, action: 'product.remove' }
  },
  'user add': async () => ({
    options: { email: 'added@example.org', name: 'Added', role: 'user' },
    action: 'user.create',
  }),
  'user reset-second-factor': async () => ({
    options: { email: (await guarded()).email },
    action: 'user.disable-second-factor',
  }),
  'user reset': async () => ({
    options: { email: (await person()).email },
    action: 'user.reset-password',
  }),
}

/** Commands that only look. */
const readOnlyCommands = [
  'audit verify',
  'broker address',
  'broker sessions',
  'device list',
  'installation show',
  'product list',
  'readings count',
  'user list',
]

/** Commands that never run inside a server, with the reason why they are not tried here. */
const commandsWithoutServer: Readonly<Record<string, string>> = {
  'installation create': 'makes an installation: proved in kit/server/installation, ID1',
  'broker remove': 'needs an external broker: proved in features/ingest, EB4',
  'installation adopt': 'needs parts that do not belong together: proved in apps/admin',
}

test('AU1 every command of the control socket is tried here, or only looks', () => {
  expect([...control.keys()].toSorted()).toEqual(
    [...Object.keys(commandSuccesses), ...readOnlyCommands].toSorted(),
  )
  const others = commands.map(({ name }) => name).filter((name) => !control.has(name))
  expect(others.toSorted()).toEqual(Object.keys(commandsWithoutServer).toSorted())
})

test.each(Object.entries(commandSuccesses))(
  'AU1 the command %s leaves exactly one entry when it succeeds, and none when it is refused',
  async (name, prepare) => {
    const { options, action } = await prepare()
    const before = await entries()
    await expect(command(name, {})).rejects.toThrow()
    expect(await entries()).toHaveLength(before.length)
    await command(name, options)
    expect((await entries()).slice(before.length)).toEqual([
      expect.objectContaining({ action, address: 'command line' }),
    ])
  },
)

test('AU1 the commands that look leave no entry', async () => {
  const before = await entries()
  for (const name of readOnlyCommands) await command(name, {})
  expect(await entries()).toHaveLength(before.length)
})

test('AU1 a temporary token for an unknown device leaves an entry for each', async () => {
  const before = await entries()
  await command('device temporary-token', { lesiId: 'REPLAY-1' })
  await command('device temporary-token', { lesiId: 'REPLAY-1' })
  const about = { entity: 'device', entity_id: 'REPLAY-1', address: 'command line' }
  expect((await entries()).slice(before.length)).toEqual([
    expect.objectContaining({ action: 'device.add', ...about }),
    expect.objectContaining({ action: 'device.issue-pass', ...about, after: { added: true } }),
    expect.objectContaining({ action: 'device.issue-pass', ...about, after: { added: false } }),
  ])
})

test('AU2 no secret that was used here is in the audit', expectNoSecret)
