import { Button } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useEntries } from '../../../form/entries.tsx'
import { EntryPages, useEntryPages, WrongEntries } from '../../../form/list/entry-pages.tsx'
import { itemsOf, newItem, settingOf, type EnteredItem } from '../entered.ts'
import { ItemDialog } from './item-dialog.tsx'
import { ItemRows } from './item-rows.tsx'
import { NodeChooser } from './node-chooser.tsx'

/** The nodes that are read: chosen from the tree of the server, or named one by one. */
export function ItemsField() {
  const translate = useTranslations('connectors.kinds.opcua.items')
  const { settings, change } = useEntries()
  const items = itemsOf(settings)
  const { from, to, showEntry, pages } = useEntryPages(items.length)
  const [edited, setEdited] = useState<number | null>(null)
  const [isChoosing, setChoosing] = useState(false)
  const put = (next: readonly EnteredItem[]) => change({ items: next.map(settingOf) })
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
      <WrongEntries
        list="items"
        textOf={(count) => translate('wrong', { count })}
        showText={translate('showWrong')}
        onShow={showEntry}
      />
      {items.length === 0 ? (
        <p className="connector-note">{translate('none')}</p>
      ) : (
        <ItemRows
          items={items.slice(from, to)}
          from={from}
          onEdit={setEdited}
          onRemove={(index) => put(items.toSpliced(index, 1))}
        />
      )}
      <EntryPages {...pages} />
      {edited !== null && (
        <ItemDialog
          item={items[edited] ?? { ...newItem, lesiId: items.at(-1)?.lesiId ?? '' }}
          isNew={edited >= items.length}
          onTake={(item) => {
            put(items.toSpliced(edited, 1, item))
            showEntry(edited)
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
            showEntry(items.length + chosen.length - 1)
            setChoosing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  )
}
