import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { rovingFocus } from '#kit/ui/roving-focus.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { BoardSummary } from '../../../contract/board.ts'
import type { PageDialogs } from '../use-page-dialogs.tsx'
import { PageRow } from './page-row.tsx'
import { usePageOrder } from './use-page-order.ts'
import './pages-drawer.css'

interface PagesDrawerProps {
  readonly pages: readonly BoardSummary[]
  readonly shownId: string | undefined
  readonly dialogs: PageDialogs
  readonly onHide: () => void
}

/** The pages of the person, in their order, and what can be done with them. */
export function PagesDrawer({ pages, shownId, dialogs, onHide }: PagesDrawerProps) {
  const translate = useTranslations('pages.drawer')
  const { number } = useFormat()
  const order = usePageOrder(pages)
  return (
    <aside className="pages-drawer" aria-label={translate('label')}>
      <header>
        <h2>{translate('label')}</h2>
        <small aria-hidden="true">{number(pages.length)}</small>
        <button
          type="button"
          className="icon-button small"
          aria-label={translate('hide')}
          title={translate('hide')}
          onClick={onHide}
        >
          <Icon name="chevron-left" />
        </button>
      </header>
      <ul ref={rovingFocus}>
        {pages.map((page, place) => (
          <PageRow
            key={page.id}
            page={page}
            isShown={page.id === shownId}
            dialogs={dialogs}
            order={order}
            place={place}
          />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {order.announcement}
      </p>
      <footer>
        <button type="button" className="button" onClick={dialogs.add}>
          <Icon name="plus" />
          {translate('add')}
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={translate('bin')}
          title={translate('bin')}
          onClick={dialogs.openBin}
        >
          <Icon name="trash" />
        </button>
      </footer>
    </aside>
  )
}
