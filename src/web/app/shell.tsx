import { Outlet } from 'react-router';

/** What stands around every page. */
export function Shell() {
  return (
    <main id="content">
      <Outlet />
    </main>
  );
}
