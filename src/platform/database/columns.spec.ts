import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columnsOf, jsonOf, rowsFromJson } from './columns';

@Entity('books')
class Book {
  @PrimaryColumn('bigint') id: string;
  @Column('text') shortTitle: string;
  @Column('timestamptz', { nullable: true }) printedAt: Date | null;
}

it('lists all columns of an entity', () => {
  expect(columnsOf(Book, 'b')).toBe('b.id, b.short_title, b.printed_at');
});

it('makes JSON of all columns and further values, with integers that JavaScript cannot hold as text', () => {
  expect(jsonOf(Book, 'b', { pages: 'count(p)' })).toBe(
    `json_build_object('id', b.id::text, 'shortTitle', b.short_title, 'printedAt', b.printed_at, 'pages', count(p))`,
  );
});

it('reads the times of rows in JSON', () => {
  const row = { id: '1', shortTitle: 'T', printedAt: '2026-01-02T03:04:05.006+00:00', pages: 7 };
  expect(rowsFromJson(Book, [row, { ...row, printedAt: null }])).toEqual([
    { ...row, printedAt: new Date('2026-01-02T03:04:05.006Z') },
    { ...row, printedAt: null },
  ]);
});
