import { BigScreen } from '#client/features/big-screen/index';

export const BigScreenPage = ({ params }: { params: { categoryId?: string } }) => (
  <BigScreen categoryId={params.categoryId ?? null} />
);
