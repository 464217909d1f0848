import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { placeEngines, startSite } from '#testing/sites/site.ts'

const needsRoot =
  process.getuid?.() === 0 ? null : 'needs root: it mounts a small tmpfs as the data directory'
if (needsRoot)
  process.stderr.write(`features/ingest/server/intake/full-disk.test.ts is skipped: ${needsRoot}\n`)

const lesiId = 'pump-1'
const yesterday = Date.now() - 86_400_000

/** A file system of its own for a data directory. */
function smallDisk(megabytes: number): string {
  const directory = mkdtempSync(join(tmpdir(), 'warroom-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', directory])
  return directory
}

function fill(directory: string): void {
  for (let size = 8 * 1024 * 1024, index = 0; size >= 512; index++) {
    try {
      writeFileSync(join(directory, `ballast-${index}`), Buffer.alloc(size))
    } catch {
      size = Math.floor(size / 2)
    }
  }
}

function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

const title = 'IN14 acknowledges nothing while the disk is full, and stores again when it is not'

it(
  needsRoot ? `${title} (skipped: ${needsRoot})` : title,
  async (context) => {
    if (needsRoot) return context.skip(needsRoot)
    const directory = smallDisk(400)
    const prepared = placeEngines(directory)
    const site = await prepared
      .then(() => startSite({}, directory))
      .catch((error: unknown) => {
        execFileSync('umount', ['-l', directory])
        throw error
      })
    onTestFinished(async () => {
      await site.server.stop()
      execFileSync('umount', ['-l', directory])
      rmSync(directory, { recursive: true, force: true })
    })
    await site.addDevice(lesiId)
    const document = (number: number) =>
      JSON.stringify({
        ts: yesterday + number,
        values: Object.fromEntries(
          Array.from({ length: 500 }, (_, key) => [`key-${key}`, number + key]),
        ),
      })
    const round = (first: number) =>
      Promise.all(
        Array.from(
          { length: 60 },
          async (_, index) => (await site.post(lesiId, document(first + index))).status,
        ),
      )
    // Twice, so that the memory for looking up repetitions is in use from the start.
    for (const time of [1, 1]) expect(new Set(await round(time))).toEqual(new Set([200]))

    fill(directory)
    expect(statfsSync(directory).bavail).toBeLessThan(8)
    const ready = await fetch(`${site.server.url}/api/ready`)
    expect({ status: ready.status, body: await ready.text() }).toEqual({
      status: 503,
      body: expect.stringContaining(
        'Not ready: disk has 0 MB free, less than its reserve of 20 MB',
      ),
    })
    // The first rounds take the memory that is then used again and again.
    for (const time of [1_000, 1_000, 1_000])
      expect(new Set(await round(time))).toEqual(new Set([503]))
    const before = residentMegabytes(site.server.pid)
    for (const time of [1_000, 1_000, 1_000])
      expect(new Set(await round(time))).toEqual(new Set([503]))
    expect(residentMegabytes(site.server.pid) - before).toBeLessThan(150)

    for (let index = 0; index < 300; index++)
      rmSync(join(directory, `ballast-${index}`), { force: true })
    // The store is retried within moments, if it was given something meanwhile.
    await eventually(
      'it is ready again',
      async () => (await fetch(`${site.server.url}/api/ready`)).ok,
    )
    await eventually(
      'it stores again',
      async () => (await site.post(lesiId, document(1_000))).status === 200,
    )
    expect(new Set(await round(1_000))).toEqual(new Set([200]))
    await eventually('it counts again', () => site.count(lesiId).then(Boolean, () => false))
    expect(await site.count(lesiId)).toBe(120 * 500)
    const client = await site.connect(lesiId)
    await client.publishAsync(`warroom/v1/${lesiId}/telemetry`, document(2_000), { qos: 1 })
    await client.endAsync()
  },
  120_000,
)
