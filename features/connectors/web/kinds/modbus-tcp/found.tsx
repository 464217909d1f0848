import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { Quality } from '#kit/model/quality.ts'
import { noFigure } from '#kit/web/formats/number.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import './modbus.css'

const FoundPoints = z.object({
  points: z.array(
    z.object({
      lesiId: z.string(),
      key: z.string(),
      value: z.union([z.number(), z.string(), z.boolean()]).nullable(),
      quality: Quality,
      problem: z.string().nullable(),
    }),
  ),
  silentUnits: z.array(z.number()),
  untested: z.number(),
})

const maximumDecimals = 4

/** The values that a test read, and what the units refused. */
export function Found({ found }: { readonly found: unknown }) {
  const translate = useTranslations('connectors.kinds.modbus-tcp.found')
  const format = useFormat()
  const read = FoundPoints.safeParse(found)
  if (!read.success) return null
  const { points, silentUnits, untested } = read.data
  const text = (value: number | string | boolean | null) => {
    if (value === null) return noFigure
    if (typeof value === 'number') return format.write(Number(value.toFixed(maximumDecimals)))
    return String(value)
  }
  return (
    <>
      {silentUnits.length > 0 && <p>{translate('silent', { units: silentUnits.join(', ') })}</p>}
      {points.length === 0 ? (
        <p className="connector-note">{translate('none')}</p>
      ) : (
        <div className="modbus-found">
          <table>
            <thead>
              <tr>
                <th scope="col">{translate('device')}</th>
                <th scope="col">{translate('sensor')}</th>
                <th scope="col">{translate('value')}</th>
              </tr>
            </thead>
            <tbody>
              {points.map(({ lesiId, key, value, quality, problem }) => (
                <tr key={`${lesiId} ${key}`} data-quality={quality}>
                  <td className="connector-mono">{lesiId}</td>
                  <td>{key}</td>
                  <td className="number">
                    {problem === null ? text(value) : <span lang="en">{problem}</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {untested > 0 && (
        <p className="connector-note">{translate('untested', { count: untested })}</p>
      )}
    </>
  )
}
