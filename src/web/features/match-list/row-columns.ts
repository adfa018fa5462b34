interface RowColumns {
  row: string;
  star: string;
}

/**
 * The columns of a row, the same over the whole page, so that all line up: time, teams, score, probability, odds, star.
 * On the phone probability and odds go below the teams.
 */
export const ROW_COLUMNS: { withOdds: RowColumns; withoutOdds: RowColumns } = {
  withOdds: {
    row: 'grid-cols-[46px_minmax(0,1fr)_26px_22px] gap-2.5 md:grid-cols-[58px_minmax(0,1fr)_34px_148px_186px_26px] md:gap-3.5',
    star: 'col-start-4 row-start-1 md:col-start-6',
  },
  withoutOdds: {
    row: 'grid-cols-[46px_minmax(0,1fr)_26px_22px] gap-2.5 md:grid-cols-[58px_minmax(0,1fr)_34px_148px_26px] md:gap-3.5',
    star: 'col-start-4 row-start-1 md:col-start-5',
  },
};
