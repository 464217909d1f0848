import { useTranslations } from 'use-intl'
import { isolated } from '#kit/web/formats/isolated.ts'
import type { ShareList as Shares } from '../../contract/sharing.ts'
import { useUnshare } from './query-sharing.ts'

interface ShareListProps {
  readonly id: string
  readonly list: Shares
}

/** With whom a board is shared. */
export function ShareList({ id, list }: ShareListProps) {
  const translate = useTranslations('pages.sharing')
  const unshare = useUnshare(id)
  if (list.shares.length === 0) return <p>{translate('nobody')}</p>
  return (
    <ul className="sharing-list">
      {list.shares.map(({ id: share, person, role, access }) => {
        const name = person?.name ?? translate('role', { role: role ?? '' })
        return (
          <li key={share}>
            <span className="clip words">{name}</span>
            <small>
              {[person?.email, translate(access)].filter((part) => part !== undefined).join(' · ')}
            </small>
            <button
              type="button"
              className="button small"
              aria-label={translate('endOf', { name: isolated(name) })}
              aria-disabled={unshare.isPending}
              onClick={() => {
                if (!unshare.isPending) unshare.mutate(share)
              }}
            >
              {translate('end')}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
