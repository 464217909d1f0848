import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createConnection, createServer, type Server } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { BaseLogger } from 'pino'
import { callControl, listenControl, type ControlServer } from '../command-line/control.ts'
import { installationFile } from '../installation/directory-file.ts'
import { accountFor, canReach } from '../postgres/account.ts'
import { keyFile } from '../secrets/key-file.ts'
import { checkParts } from './check-parts.ts'
import { requireDiskSpace } from './disk-space.ts'
import { makePrivateDirectory, removeShortDirectory, socketDirectory } from './socket-path.ts'
import { StartupError } from '../process/startup-error.ts'

const socketName = 'control.sock'
/** Where the server records how far the audit has come. */
export const auditHeadFile = 'audit-head.json'
/** Where notes of the audit's head are stored that were replaced by accepting a break. */
export const acceptedHeadsDirectory = 'audit-breaks'
const parts = new Set([
  'postgres',
  'clickhouse',
  'journal',
  'exports',
  'imports',
  'cache',
  auditHeadFile,
  `${auditHeadFile}.new`,
  acceptedHeadsDirectory,
  installationFile,
  keyFile,
  socketName,
])

/** How long a program that holds the directory is asked who it is. */
const helloTimeoutMs = 1_000
/** How often, because this program itself may have been halted meanwhile. */
const helloAttempts = 3
const helloPollMs = 50

/** The data directory while this program holds it. */
export interface DataDirectory {
  readonly path: string
  /** For the embedded PostgreSQL; it makes the directory itself. */
  readonly postgres: string
  /** For the embedded ClickHouse; it makes the directory itself. */
  readonly clickhouse: string
  /** For the journal of readings; it makes the directory itself. */
  readonly journal: string
  /** For the files that people have made of readings. */
  readonly exports: string
  /** For files of readings that people import. */
  readonly imports: string
  /** Answers the admin command line; has `hello` from the start, which answers with the pid. */
  readonly control: ControlServer
  /** Releases the directory. Last of all: until then no other program may use it. */
  readonly close: () => Promise<void>
}

/** The control socket of the server that holds the data directory `path`. */
export function controlSocketOf(path: string): string {
  return join(socketDirectory(path, socketName), socketName)
}

/**
 * Whether a directory holds nothing, or only what this program puts there, so that its mode is ours
 * to set.
 */
function isOurs(path: string): boolean {
  return readdirSync(path).every((name) => parts.has(name))
}

/**
 * Why the embedded PostgreSQL, which drops root's rights to those of `accountName`, could not work
 * in the data directory `path`; undefined when it can. The directory itself may be closed to it
 * when it is ours: opening it is part of making it.
 */
export function unreachableReason(path: string, accountName?: string): string | undefined {
  const account = accountFor(join(path, 'postgres', 'cluster'), accountName)
  if (!account) return undefined
  const ours = existsSync(path) && statSync(path).isDirectory() && isOurs(path)
  if (canReach(account, ours ? dirname(path) : path)) return undefined
  return (
    `the account that PostgreSQL runs as when the server is started by root ` +
    `(uid ${account.uid}) cannot reach it`
  )
}

/** Not by `recursive`, which never ends where nobody can make directories, as under /proc. */
function makeWithParents(path: string): void {
  if (existsSync(path)) return
  if (!existsSync(dirname(path))) makeWithParents(dirname(path))
  mkdirSync(path)
}

function makeDirectory(path: string): void {
  try {
    makeWithParents(path)
    if (!statSync(path).isDirectory()) throw new Error('it is no directory')
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    if (process.getuid?.() === statSync(path).uid && isOurs(path)) {
      // Started by root, PostgreSQL's account passes through to its own part; nobody can list the
      // directory.
      chmodSync(path, process.getuid() === 0 ? 0o711 : 0o700)
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartupError(
      `The data directory ${path} cannot be used: ${reason}. Choose another one in WARROOM_DATA.`,
      { cause },
    )
  }
}

/** Whether a program listens on the control socket: the system says so at once. */
function hasListener(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = createConnection(socket)
    connection.once('connect', () => {
      connection.destroy()
      resolve(true)
    })
    connection.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code !== 'ENOENT' && code !== 'ECONNREFUSED'),
    )
  })
}

/**
 * Who answers on the control socket: a pid, `silent` for somebody who does not say, undefined for
 * nobody.
 */
async function holderOf(socket: string): Promise<number | 'silent' | undefined> {
  for (let attempts = 0; attempts < helloAttempts; attempts++) {
    if (!(await hasListener(socket))) return undefined
    try {
      const hello = await callControl(socket, 'hello', undefined, {
        signal: AbortSignal.timeout(helloTimeoutMs),
      })
      if (typeof hello === 'object' && hello !== null && 'pid' in hello) return Number(hello.pid)
    } catch {
      // It is asked again, and looked for again.
    }
  }
  return 'silent'
}

function inUse(path: string, holder: number | 'silent' | undefined): StartupError {
  const owner =
    typeof holder === 'number'
      ? `another Warroom (pid ${holder})`
      : 'another program that does not say who it is'
  return new StartupError(
    `The data directory ${path} is in use by ${owner}. Stop it first, or choose another ` +
      `directory in WARROOM_DATA.`,
  )
}

/**
 * A lock that the kernel holds and drops with the process: two programs that start at the same
 * moment, and both find the socket of a dead one, cannot both go on. Only Linux has such names
 * without files; elsewhere the socket alone is the lock.
 */
async function takeKernelLock(path: string): Promise<Server | undefined> {
  if (process.platform !== 'linux') return undefined
  const { dev, ino } = statSync(path)
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(`\0warroom-data-${dev}-${ino}`, resolve)
  })
  server.unref()
  return server
}

async function refuseSecond(path: string, socket: string): Promise<never> {
  const end = Date.now() + helloTimeoutMs
  let holder = await holderOf(socket)
  // It may be starting, and about to answer.
  while (holder === undefined && Date.now() < end) {
    await delay(helloPollMs)
    holder = await holderOf(socket)
  }
  throw inUse(path, holder)
}

/**
 * Makes the data directory if needed and takes it for this program alone. The lock is the control
 * socket: while somebody answers there, it is in use, and the StartupError thrown names the pid;
 * the socket that a killed program left is removed.
 */
export async function openDataDirectory(path: string, log: BaseLogger): Promise<DataDirectory> {
  makeDirectory(path)
  const socket = controlSocketOf(path)
  const lock = await takeKernelLock(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') return refuseSecond(path, socket)
    throw error
  })
  try {
    if (dirname(socket) !== path) makePrivateDirectory(dirname(socket))
    const holder = await holderOf(socket)
    if (holder !== undefined) throw inUse(path, holder)
    checkParts(path)
    await requireDiskSpace(path)
    rmSync(socket, { force: true })
    const control = await listenControl(socket, log)
    control.handle('hello', () => ({ pid: process.pid }))
    const close = async (): Promise<void> => {
      await control.close()
      removeShortDirectory(dirname(socket), path)
      lock?.close()
    }
    return {
      path,
      postgres: join(path, 'postgres'),
      clickhouse: join(path, 'clickhouse'),
      journal: join(path, 'journal'),
      exports: join(path, 'exports'),
      imports: join(path, 'imports'),
      control,
      close,
    }
  } catch (error) {
    lock?.close()
    throw error
  }
}
