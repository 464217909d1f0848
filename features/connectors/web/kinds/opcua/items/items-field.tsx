import { Button, Pagination } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useEntries } from '../../../form/entries.tsx'
import { itemsOf, newItem, settingOf, type EnteredItem } from '../entered.ts'
import { ItemDialog } from './item-dialog.tsx'
import { ItemRows } from './item-rows.tsx'
import { NodeChooser } from './node-chooser.tsx'

const pageSize = 20

/** The nodes that are read: chosen from the tree of the server, or named one by one. */
export function ItemsField() {
  const translate = useTranslations('connectors.kinds.opcua.items')
  const { settings, errors, change } = useEntries()
  const items = itemsOf(settings)
  const [page, setPage] = useState(1)
  const [edited, setEdited] = useState<number | null>(null)
  const [isChoosing, setChoosing] = useState(false)
  const put = (next: readonly EnteredItem[]) => change({ items: next.map(settingOf) })
  const shown = Math.min(page, Math.max(1, Math.ceil(items.length / pageSize)))
  const from = (shown - 1) * pageSize
  return (
    <section className="opcua-items" aria-label={translate('title')}>
      <header>
        <h3>{translate('title')}</h3>
        <span className="number">{translate('count', { count: items.length })}</span>
        <Button size="small" icon={<Icon name="plus" />} onClick={() => setEdited(items.length)}>
          {translate('add')}
        </Button>
        <Button size="small" type="primary" onClick={() => setChoosing(true)}>
          {translate('choose')}
        </Button>
      </header>
      <WrongItems
        places={wrongItems(errors)}
        onShow={(place) => setPage(Math.floor(place / pageSize) + 1)}
      />
      {items.length === 0 ? (
        <p className="connector-note">{translate('none')}</p>
      ) : (
        <ItemRows
          items={items.slice(from, from + pageSize)}
          from={from}
          onEdit={setEdited}
          onRemove={(index) => put(items.toSpliced(index, 1))}
        />
      )}
      {items.length > pageSize && (
        <Pagination
          size="small"
          current={shown}
          pageSize={pageSize}
          total={items.length}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
      {edited !== null && (
        <ItemDialog
          item={items[edited] ?? { ...newItem, lesiId: items.at(-1)?.lesiId ?? '' }}
          isNew={edited >= items.length}
          onTake={(item) => {
            put(items.toSpliced(edited, 1, item))
            setPage(Math.floor(edited / pageSize) + 1)
            setEdited(null)
          }}
          onClose={() => setEdited(null)}
        />
      )}
      {isChoosing && (
        <NodeChooser
          items={items}
          onTake={(chosen) => {
            put([...items, ...chosen])
            setPage(Math.ceil((items.length + chosen.length) / pageSize))
            setChoosing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  )
}

interface WrongItemsProps {
  readonly places: readonly number[]
  readonly onShow: (place: number) => void
}

function WrongItems({ places, onShow }: WrongItemsProps) {
  const translate = useTranslations('connectors.kinds.opcua.items')
  const [first] = places
  if (first === undefined) return null
  return (
    <p className="opcua-wrong" role="alert">
      {translate('wrong', { count: places.length })}{' '}
      <Button type="link" size="small" onClick={() => onShow(first)}>
        {translate('showWrong')}
      </Button>
    </p>
  )
}

/** Places of the items with which something is wrong. */
function wrongItems(errors: ReadonlyMap<string, string>): readonly number[] {
  const places = [...errors.keys()].flatMap((path) => /^items\.(\d+)\./.exec(path)?.[1] ?? [])
  return [...new Set(places.map(Number))].toSorted((one, other) => one - other)
}
