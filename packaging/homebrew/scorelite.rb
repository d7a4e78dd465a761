# A formula for a tap of Homebrew. `scripts/recipes` puts in the version and the sum of a release;
# `brew update-python-resources scorelite` renews the resources.
class Scorelite < Formula
  include Language::Python::Virtualenv

  desc "Scores speech recognition, a drop-in replacement for NIST's sclite"
  homepage "https://github.com/scorelite/scorelite"
  url "https://files.pythonhosted.org/packages/source/s/scorelite/scorelite-VERSION.tar.gz"
  sha256 "SHA256"
  license "MIT"

  depends_on "numpy"
  depends_on "python@3.14"

  uses_from_macos "libxml2"
  uses_from_macos "libxslt"

  resource "et-xmlfile" do
    url "https://files.pythonhosted.org/packages/d3/38/af70d7ab1ae9d4da450eeec1fa3918940a5fafb9055e934af8d6eb0c2313/et_xmlfile-2.0.0.tar.gz"
    sha256 "dab3f4764309081ce75662649be815c4c9081e88f0837825f90fd28317d4da54"
  end

  resource "lxml" do
    url "https://files.pythonhosted.org/packages/23/ad/28ecd7cb894d172f3c9c80a075eeeb2017ac62e3632cee05a5f9493547eb/lxml-6.1.3.tar.gz"
    sha256 "45222d94ddd511536f3b2f7d9deae3b2339b4ce0f075f1ca25703b07cad9dd21"
  end

  resource "openpyxl" do
    url "https://files.pythonhosted.org/packages/3d/f9/88d94a75de065ea32619465d2f77b29a0469500e99012523b91cc4141cd1/openpyxl-3.1.5.tar.gz"
    sha256 "cf0e3cf56142039133628b5acffe8ef0c12bc902d2aadd3e0fe5878dc08d1050"
  end

  resource "pysubs2" do
    url "https://files.pythonhosted.org/packages/c4/73/eff32fcc4babb32b76d7fce6d74995de2d04201f7b43c9a7764554d6ab49/pysubs2-1.8.1.tar.gz"
    sha256 "af3a288643da87db6bb13dbde70e94c9570765cc8f6423b1c21de11f16d734da"
  end

  resource "shtab" do
    url "https://files.pythonhosted.org/packages/ff/dd/e58588cf2d02266d504f4399979740b8b2b61fbd7719a89578afaa6558a3/shtab-1.13.0.tar.gz"
    sha256 "0a5be9d7ab2b4549e9a38252abcd5ecf5ec6813ecd80c6b06fa851bff55a5085"
  end

  resource "wcwidth" do
    url "https://files.pythonhosted.org/packages/ea/01/e5ac23733628a6bbb91913a765fcf55ee8070d8d991bc88fdaaf805052c7/wcwidth-0.9.4.tar.gz"
    sha256 "fd8d57d3cdfe570e3265c8fab1885c24e34ef40889c0759c0c304a19e9835954"
  end

  def install
    ENV["SCORELITE_REQUIRE_NATIVE"] = "1"
    virtualenv_install_with_resources
    generate_completions_from_executable(bin/"scorelite", "completion")
  end

  test do
    (testpath/"ref.trn").write "good day (anna-1)\n"
    (testpath/"hyp.trn").write "good way (anna-1)\n"
    assert_match "(native core)", shell_output("#{bin}/scorelite --version")
    assert_match "WER     50.0 %", shell_output("#{bin}/scorelite score ref.trn hyp.trn")
    assert_match "| Sum/Avg|", shell_output("#{bin}/sclite -r ref.trn trn -h hyp.trn trn -i spu_id -o sum stdout")
  end
end
