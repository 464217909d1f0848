import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { BinDialog } from '#kit/web/boards/bin/bin-dialog.tsx'
import type { BoardSummary } from '../../contract/board.ts'
import { binDays } from '../../contract/limits.ts'
import { binQuery } from '../calls/query-pages.ts'
import { useAddPage, useRenamePage, useTakeBack } from '../calls/use-page-changes.ts'
import { DeleteDialog } from '../dialogs/delete-dialog.tsx'
import { NameDialog } from '../dialogs/name-dialog.tsx'
import { PageVersions } from '../versions/page-versions.tsx'

type Asked =
  | { readonly kind: 'add' | 'bin' }
  | { readonly kind: 'rename' | 'delete' | 'versions'; readonly page: BoardSummary }

export interface PageDialogs {
  readonly add: () => void
  readonly openBin: () => void
  readonly rename: (page: BoardSummary) => void
  readonly remove: (page: BoardSummary) => void
  readonly openVersions: (page: BoardSummary) => void
}

/** What is asked before pages are added, renamed, deleted and taken back; to be drawn once. */
export function usePageDialogs(
  pages: readonly BoardSummary[],
  onShow: (id?: string, version?: number) => void,
): readonly [PageDialogs, ReactNode] {
  const translate = useTranslations('pages')
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Asked | null>(null)
  const addPage = useAddPage()
  const renamePage = useRenamePage()
  const close = () => setAsked(null)
  const drawn = () => {
    if (asked?.kind === 'add')
      return (
        <NameDialog
          title={translate('add.title')}
          action={translate('add.action')}
          name={translate('add.name', { number: pages.length + 1 })}
          onSave={async (name) => {
            const { id } = await addPage.mutateAsync(name)
            close()
            await navigate({ to: '/warroomIndex/edit/$id', params: { id } })
          }}
          onClose={close}
        />
      )
    if (asked?.kind === 'rename')
      return (
        <NameDialog
          title={translate('rename.title')}
          action={translate('rename.action')}
          name={asked.page.name}
          onSave={async (name) => {
            await renamePage.mutateAsync({ id: asked.page.id, name })
            close()
          }}
          onClose={close}
        />
      )
    if (asked?.kind === 'delete')
      return (
        <DeleteDialog
          page={asked.page}
          onDeleted={() => {
            close()
            onShow(pages.find(({ id }) => id !== asked.page.id)?.id)
          }}
          onClose={close}
        />
      )
    if (asked?.kind === 'versions') {
      const showAndClose = (version?: number) => {
        close()
        onShow(asked.page.id, version)
      }
      return (
        <PageVersions
          page={pages.find(({ id }) => id === asked.page.id) ?? asked.page}
          onView={showAndClose}
          onRestored={showAndClose}
          onClose={close}
        />
      )
    }
    if (asked?.kind === 'bin')
      return (
        <PagesBin
          onTakenBack={(id) => {
            close()
            onShow(id)
          }}
          onClose={close}
        />
      )
    return null
  }
  return [dialogsOf(setAsked), drawn()]
}

const dialogsOf = (ask: (asked: Asked) => void): PageDialogs => ({
  add: () => ask({ kind: 'add' }),
  openBin: () => ask({ kind: 'bin' }),
  rename: (page) => ask({ kind: 'rename', page }),
  remove: (page) => ask({ kind: 'delete', page }),
  openVersions: (page) => ask({ kind: 'versions', page }),
})

interface PagesBinProps {
  readonly onTakenBack: (id: string) => void
  readonly onClose: () => void
}

function PagesBin(props: PagesBinProps) {
  const bin = useQuery({ ...binQuery, staleTime: 0 })
  const takeBack = useTakeBack()
  return <BinDialog kind="page" days={binDays} {...{ bin, takeBack }} {...props} />
}
