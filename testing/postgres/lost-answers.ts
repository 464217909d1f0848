import type { Sql } from '#kit/server/postgres/sql.ts'

/**
 * The same database, which carries out the first statement like each of these and does not answer:
 * its connection is lost in between. Inside a transaction that undoes it.
 */
export function withLostAnswers(sql: Sql, ...statements: readonly RegExp[]): Sql {
  const left = new Set(statements)
  const texts = new WeakMap<object, string>()
  return sql.withPlugin({
    transformQuery({ node, queryId }) {
      texts.set(queryId, sql.getExecutor().compileQuery(node, queryId).sql)
      return node
    },
    async transformResult({ result, queryId }) {
      if (result.rows.length === 0 && !result.numAffectedRows) return result
      for (const each of left)
        if (each.test(texts.get(queryId) ?? '')) {
          left.delete(each)
          throw new Error('Connection terminated unexpectedly')
        }
      return result
    },
  })
}
