import { useTranslations } from 'use-intl'
import { useAuditWords } from './audit-words.ts'
import { listChange, type Difference } from './differences.ts'

export function Changes({ changed }: { readonly changed: readonly Difference[] }) {
  const translate = useTranslations('audit')
  const words = useAuditWords()
  return (
    <table className="audit-changes">
      <thead>
        <tr>
          <th scope="col">{translate('field')}</th>
          <th scope="col">{translate('before')}</th>
          <th scope="col">{translate('after')}</th>
        </tr>
      </thead>
      <tbody>
        {changed.map((difference) => (
          <tr key={difference.field}>
            <th scope="row">{words.field(difference.field)}</th>
            <ChangedCells {...difference} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Lists name only what left and what came, so that one word among many is seen. */
function ChangedCells({ before, after }: Difference) {
  const list = listChange(before, after)
  if (list === null || (before ?? after ?? null) === null) {
    return (
      <>
        <td>
          <Value value={before} />
        </td>
        <td>
          <Value value={after} />
        </td>
      </>
    )
  }
  return (
    <>
      <td>
        {list.removed.length > 0 ? (
          list.removed.map((word) => <del key={word}>{word}</del>)
        ) : (
          <Value value={undefined} />
        )}
      </td>
      <td>
        {list.added.length > 0 ? (
          list.added.map((word) => <ins key={word}>{word}</ins>)
        ) : (
          <Value value={undefined} />
        )}
      </td>
    </>
  )
}

function Value({ value }: { readonly value: unknown }) {
  const translate = useTranslations('audit')
  if (value === undefined || value === null || value === '')
    return <span className="audit-empty">–</span>
  if (typeof value === 'boolean') return translate(value ? 'yes' : 'no')
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  return <code className="audit-code">{JSON.stringify(value, null, 1)}</code>
}
