import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/**
 * Runs a program of this folder in a process of its own, so that it shares no event loop with what
 * it measures.
 */
export function startProgram(file: string, execArgv: readonly string[] = []): ChildProcess {
  return fork(file, { execArgv: [...execArgv], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}

/** Sends one task and resolves with the one answer. Rejects when the program ends without. */
export async function ask<Answer>(program: ChildProcess, task: object): Promise<Answer> {
  const answered = new AbortController()
  const { signal } = answered
  const ended = once(program, 'exit', { signal }).then(([code]): never => {
    throw new Error(`${program.spawnargs.at(-1)} ended with ${String(code)} before it answered`)
  })
  // That nobody waits for its end any more is no failure.
  ended.catch(() => {})
  program.send(task)
  try {
    const answer = once(program, 'message', { signal }).then(([message]) => message as Answer)
    return await Promise.race([answer, ended])
  } finally {
    answered.abort()
  }
}

/** Runs a program for one task. */
export async function runProgram<Answer>(file: string, task: object): Promise<Answer> {
  const program = startProgram(file)
  try {
    return await ask<Answer>(program, task)
  } finally {
    program.kill()
  }
}
