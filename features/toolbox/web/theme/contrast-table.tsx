import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { colourPairs, contrastOf, srgbOf } from './contrast.ts'

/**
 * The contrast of colours that are on each other, as the browser computed them when it was
 * first drawn.
 */
export function ContrastTable({ label }: { readonly label: string }) {
  const translate = useTranslations('toolbox.theme')
  const format = useFormat()
  const [table, ratios] = useRatios()
  return (
    <table className="theme-contrast" ref={table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{translate('pair')}</th>
          <th scope="col">{translate('ratio')}</th>
          <th scope="col">{translate('least')}</th>
        </tr>
      </thead>
      <tbody>
        {colourPairs.map((pair, index) => (
          <tr key={pair.name}>
            <th scope="row">
              <Sample pair={pair} />
              {translate(`pairs.${pair.name}`)}
            </th>
            <td className="number">{ratios && format.number(ratios[index] ?? 0, 2)}</td>
            <td className="number">
              {format.number(pair.minimum, 1)}
              {ratios && <ContrastMark isEnough={(ratios[index] ?? 0) >= pair.minimum} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Sample({ pair: { ink, ground, minimum } }: { pair: (typeof colourPairs)[number] }) {
  const colours = { color: `var(--${ink})`, background: `var(--${ground})` }
  return (
    <span className="theme-sample" style={colours} aria-hidden="true">
      {minimum === 3 ? <i /> : '12'}
    </span>
  )
}

function ContrastMark({ isEnough }: { readonly isEnough: boolean }) {
  const translate = useTranslations('toolbox.theme')
  return (
    <span className="theme-contrast-mark" data-fails={isEnough ? undefined : ''}>
      <Icon name={isEnough ? 'check' : 'warning'} size={14} />
      {translate(isEnough ? 'enough' : 'tooLow')}
    </span>
  )
}

/** The contrast of each pair where the table stands; null until it is there. */
function useRatios() {
  const table = useRef<HTMLTableElement>(null)
  const [ratios, setRatios] = useState<readonly number[] | null>(null)
  useEffect(() => {
    if (table.current) setRatios(measured(table.current))
  }, [])
  return [table, ratios] as const
}

function measured(place: HTMLElement): readonly number[] {
  const probe = document.createElement('caption')
  probe.hidden = true
  place.append(probe)
  const read = (name: string) => {
    probe.style.color = `color(from var(--${name}) srgb r g b)`
    return srgbOf(getComputedStyle(probe).color) ?? ([0, 0, 0] as const)
  }
  const ratios = colourPairs.map(({ ink, ground }) => contrastOf(read(ink), read(ground)))
  probe.remove()
  return ratios
}
