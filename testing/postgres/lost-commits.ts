import type { Sql } from '#kit/server/postgres/sql.ts'

/**
 * The same database, which carries out the next transaction after `lose` and does not say so: its
 * connection is lost behind the commit.
 */
export function withLostCommits(sql: Sql) {
  let isNextLost = false
  const transaction: Sql['transaction'] = () => {
    const builder = sql.transaction()
    const execute: typeof builder.execute = async (work) => {
      const result = await builder.execute(work)
      if (!isNextLost) return result
      isNextLost = false
      throw new Error('Connection terminated unexpectedly')
    }
    return new Proxy(builder, {
      get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name, target)),
    })
  }
  const lossy = new Proxy(sql, {
    get(target, name) {
      if (name === 'transaction') return transaction
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { sql: lossy, lose: () => void (isNextLost = true) }
}
