import { useDraggable } from '@dnd-kit/react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useAddableKinds } from '#kit/web/widgets/kind-titles.ts'
import type { AnyWidgetKind } from '#kit/web/widget-registry.ts'
import { AddMenu } from './add-menu.tsx'
import type { Adding } from './use-adding.ts'

/** The kinds of widgets that show no sensor, or several, which are chosen in their options. */
export function KindsList({ adding }: { readonly adding: Adding }) {
  const translate = useTranslations('pages.sensors')
  const kinds = useAddableKinds().filter(({ kind }) => kind.binds !== 'sensor')
  return (
    <div className="sensors-scroll">
      <p className="sensors-none">{translate('kindsText')}</p>
      <ul className="kinds-list" aria-label={translate('kinds')}>
        {kinds.map(({ kind, title }) => (
          <li key={kind.id}>
            <KindLine kind={kind} title={title} adding={adding} />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface KindLineProps {
  readonly kind: AnyWidgetKind
  readonly title: string
  readonly adding: Adding
}

function KindLine({ kind, title, adding }: KindLineProps) {
  const translate = useTranslations('pages.sensors')
  const addable = { kind }
  const { ref, handleRef, isDragSource } = useDraggable({
    ...{ id: `kind ${kind.id}`, data: { addable }, disabled: !adding.isReady },
  })
  const size = translate('size', adding.sizeOf(addable))
  return (
    <div ref={ref} className="sensor-lift" data-lifted={isDragSource ? '' : undefined}>
      <button
        ref={handleRef}
        type="button"
        className="sensor-name"
        data-lift=""
        aria-roledescription={translate('draggable')}
      >
        <Icon name="grip" size={12} />
        <Icon name="dashboard" />
        <span className="sensor-words">
          <b className="clip words">{title}</b>
          <small className="clip">{size}</small>
        </span>
      </button>
      <AddMenu addable={addable} name={title} size={size} adding={adding} />
    </div>
  )
}
