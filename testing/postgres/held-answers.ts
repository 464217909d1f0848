import type { Sql } from '#kit/server/postgres/sql.ts'

/**
 * The same database, whose answers to statements like this one come only after `release`, as they
 * were before it; of the numbers, from 1, that `isHeld` takes.
 */
export function withHeldAnswers(
  sql: Sql,
  statement: RegExp,
  isHeld: (number: number) => boolean = () => true,
) {
  const texts = new WeakMap<object, string>()
  const { promise, resolve: release } = Promise.withResolvers<void>()
  let answers = 0
  let count = 0
  const held = sql.withPlugin({
    transformQuery({ node, queryId }) {
      texts.set(queryId, sql.getExecutor().compileQuery(node, queryId).sql)
      return node
    },
    async transformResult({ result, queryId }) {
      if (!statement.test(texts.get(queryId) ?? '')) return result
      if (!isHeld(++answers)) return result
      count++
      await promise
      return result
    },
  })
  return { sql: held, release, count: () => count }
}
