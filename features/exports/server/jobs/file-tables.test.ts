import { expect, test } from 'vitest'
import type { Sensor } from '#kit/model/sensor.ts'
import { SheetNames } from '../file/sheet-names.ts'
import { wordsOf } from '../file/words.ts'
import { columnNames, exportedSensors, tableNames } from './file-tables.ts'

interface Called {
  readonly device: string
  readonly lesiId: string
  readonly alias: string
  readonly key: string
  readonly unit?: string
}

const exported = (all: readonly Called[]) =>
  exportedSensors(
    all.map(({ device, unit = '', ...sensor }, id) => ({
      device,
      sensor: { ...sensor, id, unit, type: 'analog' } as unknown as Sensor,
    })),
  )
const words = wordsOf('vi')
const sheets = (all: readonly Called[]) => {
  const names = new SheetNames()
  names.take(words.information)
  return tableNames(exported(all), words).map((name) => names.take(name))
}

test('EX97 devices that are called alike have their LESI IDs in a file', () => {
  const [one, two] = ['PUMP-1', 'PUMP-2'].map((lesiId) => ({
    ...{ device: 'Pump', lesiId, alias: 'Level', key: 'level', unit: 'm' },
  })) as [Called, Called]
  const other = { ...one, device: 'pump ', lesiId: 'PUMP-3', alias: 'Flow', key: 'flow' }
  const all = [one, two, other]
  expect(exported(all).map(({ device }) => device)).toEqual([
    ...['Pump (PUMP-1)', 'Pump (PUMP-2)', 'pump  (PUMP-3)'],
  ])
  expect(columnNames(exported(all))).toEqual([
    ...['Pump (PUMP-1) · Level (m)', 'Pump (PUMP-2) · Level (m)', 'pump  (PUMP-3) · Flow (m)'],
  ])
  expect(sheets(all)).toEqual(['Pump (PUMP-1) · Level', 'Pump (PUMP-2) · Level', 'Flow'])
  expect(exported([one, { ...one, key: 'other' }]).map(({ device }) => device)).toEqual([
    ...['Pump', 'Pump'],
  ])
})

test('EX97 sensors of a device that are called alike have their keys', () => {
  const of = (alias: string, key: string) => ({ device: 'Tank', lesiId: 'TANK', alias, key })
  const all = [of('Level', 'a'), of('level', 'b'), of('Flow', 'c'), of('c', 'd')]
  expect(columnNames(exported(all))).toEqual(['Tank · a', 'Tank · b', 'Tank · Flow', 'Tank · d'])
  expect(sheets(all)).toEqual(['Tank · a', 'Tank · b', 'Flow', 'Tank · d'])
})

test('EX97 sheets whose names would be cut alike have others, none with a number behind it', () => {
  const device = 'Kesselhaus Nord, Halle 3, Gruppe'
  const of = (number: number, alias: string) => ({
    ...{ device: `${device} ${number}`, lesiId: `KN-3-${number}`, alias, key: 'temp' },
  })
  expect(sheets([of(1, 'Temperatur'), of(2, 'Temperatur')])).toEqual([
    ...['KN-3-1 · temp', 'KN-3-2 · temp'],
  ])
  const supplies = ['Ost', 'West'].map((end, index) => ({
    ...of(1, `Vorlauftemperatur des Heizkreises ${end}`),
    key: `supply_${index}`,
  }))
  expect(sheets(supplies)).toEqual(['KN-3-1 · supply_0', 'KN-3-1 · supply_1'])
  expect(sheets([of(1, 'Druck'), { ...of(2, 'Druck'), device: 'Pumpe' }])).toEqual([
    ...['Kesselhaus Nord, Halle… · Druck', 'Pumpe · Druck'],
  ])
})

test('EX97 a sensor that is called like a sheet of the file has its device before it', () => {
  const of = (alias: string, key: string) => ({ device: 'Tank', lesiId: 'TANK', alias, key })
  const all = [of('Thông tin', 'a'), of('thống kê', 'b'), of('History', 'c')]
  expect(sheets(all)).toEqual(['Tank · Thông tin', 'Tank · thống kê', 'Tank · History'])
})
